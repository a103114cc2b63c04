/* SPDX-License-Identifier: MIT
 *
 * Pages as HTML: the parts between its head and its end. */
#include "app/app.h"

void jd_html_escape(Text *out, const char *text) {
    for (; text && *text; text++) {
        const char *escape = *text == '&'   ? "&amp;"
                             : *text == '<' ? "&lt;"
                             : *text == '>' ? "&gt;"
                             : *text == '"' ? "&quot;"
                                            : NULL;
        if (escape)
            jd_text_print(out, "%s", escape);
        else
            jd_text_add(out, text, 1);
    }
}

void jd_html_element(Text *out, const char *element, const char *text) {
    jd_text_print(out, "<%s>", element);
    jd_html_escape(out, text);
    jd_text_print(out, "</%s>\n", element);
}

void jd_html_title(Text *out, const char *title) {
    jd_html_element(out, "title", title);
    jd_text_print(out, "</head>\n<body>\n");
    jd_html_element(out, "h1", title);
}

static void write_cell(Text *out, const char *element, bool right, const char *text) {
    jd_text_print(out, "<%s%s>", element, right ? " class=\"n\"" : "");
    jd_html_escape(out, text);
    jd_text_print(out, "</%s>", element);
}

void jd_html_table(Page *page) {
    Text *out = page->out;
    const int columns = page->column_count;
    jd_text_print(out, "<table>\n<tr>");
    for (int n = 0; n < columns; n++)
        write_cell(out, "th", n < page->cells.count && page->cells.at[n].right,
                   jd_page_column(page, n));
    for (int n = 0; n < page->cells.count; n++) {
        if (n % columns == 0) jd_text_print(out, "</tr>\n<tr>");
        write_cell(out, "td", page->cells.at[n].right, page->cells.at[n].text);
    }
    jd_text_print(out, "</tr>\n</table>\n");
}
