/* SPDX-License-Identifier: MIT
 *
 * Messages on stderr. The layout is jd_log_print's; here its lines are taken through a filter that
 * colours them on a terminal and leaves out notes when the user wants it quiet. */
#define _XOPEN_SOURCE 700
#include "app/app.h"
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define RED     "\033[1;31m"
#define MAGENTA "\033[1;35m"
#define CYAN    "\033[1;36m"
#define GREEN   "\033[1;32m"
#define PLAIN   "\033[0m"

static const struct {
    const char *word, *colour;
} severities[] = {{"note: ", CYAN}, {"warning: ", MAGENTA}, {"error: ", RED}};

bool jd_is_terminal(FILE *file) {
    return isatty(fileno(file)) == 1;
}

int jd_terminal_width(FILE *file) {
    int width = 80;
#ifdef TIOCGWINSZ
    struct winsize size;
    if (ioctl(fileno(file), TIOCGWINSZ, &size) == 0 && size.ws_col >= 40) width = size.ws_col;
#endif
    return width;
}

bool jd_has_colours(FILE *file) {
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    if (no_color && *no_color) return false;
    return term && strcmp(term, "dumb") != 0 && jd_is_terminal(file);
}

/* What the environment names; the program itself has no locale, so that numbers stay as they are.
 */
bool jd_has_utf8(void) {
    const char *const names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (int n = 0; n < 3; n++) {
        const char *locale = getenv(names[n]);
        if (!locale || !*locale) continue;
        return strstr(locale, "UTF-8") || strstr(locale, "utf8") || strstr(locale, "UTF8") ||
               strstr(locale, "utf-8");
    }
    return false;
}

static bool starts_with(const char *line, const char *start) {
    return strncmp(line, start, strlen(start)) == 0;
}

/* A row of a source picture, "    7 | joint ...", as against the head of a message. */
static bool is_picture(const char *line) {
    return line[0] == ' ' && starts_with(line + strspn(line, " 0123456789"), "| ");
}

static void say_coloured(const char *line, size_t length, JdSeverity severity, FILE *out) {
    const char *mark = NULL, *colour = NULL;
    size_t marked = 0;
    if (starts_with(line, "  hint: ")) {
        mark = line + 2, marked = 5, colour = CYAN;
    } else if (is_picture(line)) {
        const size_t bar = strcspn(line, "|");
        const bool is_caret = strspn(line, " ") >= bar;
        if (is_caret) mark = line + bar + 1, marked = length - bar - 1, colour = GREEN;
    } else {
        mark = strstr(line, severities[severity].word);
        marked = strlen(severities[severity].word) - 1, colour = severities[severity].colour;
    }
    if (!mark) {
        fprintf(out, "%.*s\n", (int)length, line);
        return;
    }
    fprintf(out, "%.*s%s%.*s%s%.*s\n", (int)(mark - line), line, colour, (int)marked, mark, PLAIN,
            (int)(length - marked - (size_t)(mark - line)), mark + marked);
}

void jd_app_say(const App *app, FILE *out) {
    if (!app->quiet && !app->colour) {
        jd_log_print(app->log, out);
        return;
    }
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (memory) jd_log_print(app->log, memory);
    if (!memory || fclose(memory) != 0) {
        jd_log_print(app->log, out);
        free(text);
        return;
    }
    /* Every line that is neither picture nor hint begins the next message. */
    int message = -1;
    for (char *line = text; *line;) {
        const size_t length = strcspn(line, "\n");
        if (line[length]) line[length] = '\0';
        if (!is_picture(line) && !starts_with(line, "  hint: ")) message++;
        const JdSeverity severity = jd_log_message(app->log, message).severity;
        const bool wanted = !app->quiet || severity != JD_NOTE;
        if (wanted && app->colour)
            say_coloured(line, length, severity, out);
        else if (wanted)
            fprintf(out, "%s\n", line);
        line += length + 1;
        if (line > text + size) break;
    }
    free(text);
}

/* ---- From one log to another ----------------------------------------------------------------- */

static bool is_told(const JdLog *log, const JdMessage *message) {
    for (int n = 0; n < jd_log_count(log); n++) {
        const JdMessage told = jd_log_message(log, n);
        if (strcmp(told.code, message->code) == 0 && strcmp(told.text, message->text) == 0)
            return true;
    }
    return false;
}

void jd_log_pass(JdLog *to, const JdMessage *m) {
    if (is_told(to, m)) return;
    jd_report(to, m->severity, m->code, jd_where_of(m), "%s", m->text);
    if (m->hint) jd_hint(to, "%s", m->hint);
}

void jd_log_merge(JdLog *to, const JdLog *from, JdSeverity least, JdSeverity most) {
    for (int n = 0; n < jd_log_count(from); n++) {
        const JdMessage m = jd_log_message(from, n);
        if (m.severity >= least && m.severity <= most) jd_log_pass(to, &m);
    }
}

/* ---- Gravity that nobody mentioned ------------------------------------------------------------
 */

const char *jd_gravity_note(const JdModelInfo *model) {
    if (model->gravity_said || model->bodies < 2) return NULL;
    return "the model says nothing about gravity, so that there is none; `gravity none` says so";
}
