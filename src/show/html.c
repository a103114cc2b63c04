/* SPDX-License-Identifier: MIT
 *
 * A show as one page that needs nothing else: the bundled viewer with the data of viewer/DATA.md in
 * it. The same data alone, for programs. Neither grows past 2 MB, unless the shapes alone do. */
#include "page/page.h"
#include "show/show.h"
#include <string.h>

static bool write_data(const Show *show, FILE *out, const char *path, JdLog *log) {
    (void)path;
    Text data;
    if (!jd_page_data(show, page_most_bytes, &data, log)) return false;
    fwrite(data.at, 1, data.count, out);
    fputc('\n', out);
    jd_text_free(&data);
    return true;
}

const ShowType jd_show_json = {
    .ending = "json",
    .summary = "the data of the page, for programs",
    .plots = true,
    .write = write_data,
};

/* ---- Page ----------------------------------------------------------------------------------- */

#ifdef JD_VIEWER

extern const unsigned char jd_viewer_page[];
extern const size_t jd_viewer_page_size;

static const char marker[] = "<!--SHOW-->";

/* Where the data go; the size of the page if it has no such place. */
static size_t find_marker(void) {
    const size_t length = sizeof marker - 1;
    for (size_t n = 0; n + length <= jd_viewer_page_size; n++)
        if (jd_viewer_page[n] == '<' && !memcmp(jd_viewer_page + n, marker, length)) return n;
    return jd_viewer_page_size;
}

/* Nothing in the data may end the element that holds them: in JSON '<' stands in texts alone, and
 * may be written by its number there; so may what some take for ends of lines, U+2028 and U+2029.
 */
static void print_escaped(const Text *data, FILE *out) {
    const char *from = data->at, *end = data->at + data->count;
    for (const char *at = from; at < end; at++) {
        const bool line = (unsigned char)at[0] == 0xE2 && end - at > 2 &&
                          (unsigned char)at[1] == 0x80 && ((unsigned char)at[2] & 0xFE) == 0xA8;
        if (*at != '<' && !line) continue;
        fwrite(from, 1, (size_t)(at - from), out);
        fputs(*at == '<' ? "\\u003c" : at[2] & 1 ? "\\u2029" : "\\u2028", out);
        if (line) at += 2;
        from = at + 1;
    }
    fwrite(from, 1, (size_t)(end - from), out);
}

static bool write_page(const Show *show, FILE *out, const char *path, JdLog *log) {
    (void)path;
    Text data;
    const size_t place = find_marker();
    if (!jd_page_data(show, page_most_bytes - (double)jd_viewer_page_size, &data, log))
        return false;
    fwrite(jd_viewer_page, 1, place, out);
    fputs("<script type=\"application/json\" id=\"show\">", out);
    print_escaped(&data, out);
    fputs("</script>", out);
    const size_t behind = place + sizeof marker - 1;
    if (behind < jd_viewer_page_size)
        fwrite(jd_viewer_page + behind, 1, jd_viewer_page_size - behind, out);
    jd_text_free(&data);
    return true;
}
#endif

const ShowType jd_show_html = {
    .ending = "html",
    .summary = "a page for the browser: the motion, plots, and all that is known of the model",
    .plots = true,
#if defined JD_VIEWER
    .write = write_page,
#elif defined JD_VIEWER_FAILED /* why the build could not make it */
    .missing = JD_VIEWER_FAILED,
#else
    .missing = "install Node and npm (Debian: apt install nodejs npm) and build again; "
               "--out with .glb or .svg works without",
#endif
};
