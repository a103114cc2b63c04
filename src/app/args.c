/* SPDX-License-Identifier: MIT
 *
 * Arguments against the tables of commands and options: --name value, --name=value, -x value.
 * Numbers are read with their unit here, so that a command sees SI. */
#include "app/app.h"
#include <string.h>

/* ---- Mistakes ------------------------------------------------------------------------------- */

/* What others call what a command does; without one: what to do instead. */
static const char *command_instead(const char *word) {
    static const struct {
        const char *words, *remedy;
    } others[] = {
        {"simulate sim solve integrate start execute", "jourdain run MODEL"},
        {"animate animation show open movie film video gif render 3d", "jourdain view MODEL"},
        {"validate verify lint test diagnose analyse analyze", "jourdain check MODEL"},
        {"graph chart curve", "jourdain plot MODEL CHANNEL"},
        {"picture image sketch schematic svg", "jourdain draw MODEL"},
        {"format", "jourdain fmt MODEL"},
        {"convert", "jourdain fmt MODEL --json, jourdain export MODEL --out model.fmu"},
        {"fmu fmi", "jourdain export MODEL --out model.fmu"},
        {"codegen code generate compile", "jourdain emit MODEL --out model.c"},
        {"study optimise optimize vary montecarlo monte-carlo batch",
         "jourdain sweep MODEL --vary NAME=VALUES"},
        {"list models", "jourdain help; models are in share/jourdain/model"},
        {"man usage", "jourdain help"},
    };
    for (size_t n = 0; n < sizeof others / sizeof *others; n++)
        if (jd_word_in_list(word, others[n].words)) return others[n].remedy;
    return NULL;
}

static bool unknown_command(App *app, const char *word) {
    jd_report(app->log, JD_ERROR, "command-unknown", nowhere, "there is no command '%s'", word);
    Nearest nearest = {.word = word};
    for (int n = 0; jd_command_at(app, n); n++)
        jd_nearest_try(&nearest, jd_command_at(app, n)->name);
    const size_t length = strlen(word);
    const char *instead = command_instead(word);
    if (instead)
        jd_hint(app->log, "what does that here is: %s", instead);
    else if (nearest.best)
        jd_hint(app->log, "did you mean 'jourdain %s'?", nearest.best);
    else if (length > 3 && strcmp(word + length - 3, ".jd") == 0)
        jd_hint(app->log, "to run a model: jourdain run %s", word);
    else
        jd_hint(app->log, "`jourdain help` lists the commands");
    return false;
}

/* Options that other programs, or the statement `run`, have: what does the same here, for commands
 * that have it. */
static const char *name_instead(const App *app, const char *word) {
    static const struct {
        const char *words, *option, *hint;
    } others[] = {
        {"format type gif png svg pdf mp4 html csv json", "out",
         "the ending of --out says the kind of file: --out motion.gif"},
        {"x xaxis x-axis vs versus over", "against",
         "what stands on the x axis: --against CHANNEL"},
        {"plot plots chart", "picture", "--picture FILE draws it"},
        {"file save export write", "out", "--out FILE says where it goes"},
        {"channel channels columns vars variables signals", "output",
         "--output A,B says which channels"},
        {"path trace trail", "paths", "--paths A,B draws the paths of points"},
        {"rtol reltol atol precision", "tol", "--tol NUMBER is the tolerance"},
        {"start-time tstart begin", "to", "a run begins at 0; --to TIME says when it ends"},
        {"rate framerate frame-rate", "fps", "--fps NUMBER: frames in a second"},
        {"resolution", "size", "--size 640x480: of the picture in pixels"},
        {"tstop stop end stop-time duration time until", "to", "--to TIME says when it ends"},
        {"step stepsize step-size", "dt", "--dt TIME is the step"},
        {"tolerance", "tol", "--tol NUMBER is the tolerance"},
        {"interval", "every", "--every TIME is between two rows"},
        {"formulation", "form", "--form NAME; `jourdain help forms` lists them"},
        {"param parameter define", "set", "--set NAME=VALUE gives a parameter"},
        {"solver integrator method", "stepper",
         "--stepper NAME; `jourdain help steppers` lists them"},
    };
    for (size_t n = 0; app->command && n < sizeof others / sizeof *others; n++) {
        const Option *option = jd_option_find(others[n].option, strlen(others[n].option));
        if (jd_word_in_list(word, others[n].words) && option &&
            jd_command_takes(app->command, option))
            return others[n].hint;
    }
    return NULL;
}

static bool unknown_option(App *app, const char *word, size_t length) {
    jd_report(app->log, JD_ERROR, "option-unknown", nowhere, "there is no option '%.*s'",
              (int)length, word);
    const char *name = jd_arena_text(&app->arena, word, length);
    if (!name) return false;
    /* Only what this command takes is of use. */
    Nearest nearest = {.word = name + strspn(name, "-")};
    for (int n = 0; jd_option_at(n); n++)
        if (jd_command_takes(app->command, jd_option_at(n)))
            jd_nearest_try(&nearest, jd_option_at(n)->name);
    const char *instead = name_instead(app, name + strspn(name, "-"));
    if (instead)
        jd_hint(app->log, "%s", instead);
    else if (nearest.best)
        jd_hint(app->log, "did you mean '--%s'?", nearest.best);
    else if (app->command)
        jd_hint(app->log, "`jourdain help %s` lists its options", app->command->name);
    else
        jd_hint(app->log, "`jourdain help` tells what there is");
    return false;
}

static bool foreign_option(App *app, const Option *option) {
    jd_report(app->log, JD_ERROR, "option-not-here", nowhere,
              "the command '%s' has no option '--%s'", app->command->name, option->name);
    const char *instead = name_instead(app, option->name);
    if (instead) jd_hint(app->log, "%s", instead);
    for (int n = 0; jd_command_at(app, n); n++)
        if (jd_word_in_list(option->name, jd_command_at(app, n)->options))
            jd_hint(app->log, "'jourdain %s' has it", jd_command_at(app, n)->name);
    return false;
}

/* ---- Values ------------------------------------------------------------------------------- */

/* "130 ms" -> 0.13, checked against the option's dimension. */
static bool read_quantity(App *app, const Option *option, Given *given) {
    const char *name = jd_arena_format(&app->arena, "--%s", option->name);
    if (!jd_read_quantity(name, given->text, option->unit, &given->number, app->log)) return false;
    if (isfinite(given->number) && (given->number > 0 || (option->zero && given->number == 0)))
        return true;
    jd_report(app->log, JD_ERROR, "option-value", nowhere, "--%s must be %s, not '%s'",
              option->name, option->zero ? "zero or more" : "more than zero", given->text);
    return false;
}

static bool check_value(App *app, const Option *option, Given *given) {
    if (option->unit) return read_quantity(app, option, given);
    if (!option->choices || jd_word_in_list(given->text, option->choices)) return true;
    jd_report(app->log, JD_ERROR, "option-value", nowhere, "--%s cannot be '%s'", option->name,
              given->text);
    jd_hint(app->log, "it may be one of: %s", option->choices);
    return false;
}

/* ---- The arguments, one by one -------------------------------------------------------------- */

static const Option *find_letter(const char *word) {
    for (int n = 0; jd_option_at(n); n++) {
        const char *letter = jd_option_at(n)->letter;
        if (letter && strcmp(letter, word + 1) == 0) return jd_option_at(n);
    }
    return NULL;
}

static bool keep(App *app, Given given) {
    if (given.option->value && !check_value(app, given.option, &given)) return false;
    Given *kept = PUSH(&app->arena, app->given);
    if (kept) *kept = given;
    return kept != NULL;
}

bool jd_app_give(App *app, const Option *option, const char *text) {
    return keep(app, (Given){.option = option, .text = text});
}

/* "1e-5, 1e-6": each is kept as if it were given by itself. */
static bool keep_list(App *app, Given given) {
    const char *text = given.text;
    do {
        const size_t length = strcspn(text, ",");
        given.text = jd_arena_text(&app->arena, text, length);
        if (!given.text || !keep(app, given)) return false;
        text += length;
    } while (*text++ == ',');
    return true;
}

/* One option; *value is the argument after it, and set to NULL if the option took it. */
static bool take_option(App *app, const char *word, const char **value) {
    const bool is_long = word[1] == '-';
    const size_t length = is_long ? strcspn(word, "=") : strlen(word);
    const Option *option = is_long ? jd_option_find(word + 2, length - 2) : find_letter(word);
    if (!option) return unknown_option(app, word, length);
    if (app->command && !jd_command_takes(app->command, option)) return foreign_option(app, option);

    Given given = {.option = option};
    const bool joined = word[length] == '=';
    if (option->value && joined)
        given.text = word + length + 1;
    else if (option->value && *value && strncmp(*value, "--", 2) != 0)
        given.text = *value, *value = NULL;
    if (option->value && !given.text) {
        jd_report(app->log, JD_ERROR, "option-value-missing", nowhere,
                  "--%s wants a value: --%s %s", option->name, option->name, option->value);
        return false;
    }
    if (!option->value && joined) {
        jd_report(app->log, JD_ERROR, "option-value", nowhere, "--%s takes no value", option->name);
        return false;
    }
    return option->unit && app->command && jd_word_in_list(option->name, app->command->lists)
               ? keep_list(app, given)
               : keep(app, given);
}

static bool take_word(App *app, const char *word) {
    if (!app->command) {
        app->command = jd_command_find(app, word);
        return app->command || unknown_command(app, word);
    }
    const char **kept = PUSH(&app->arena, app->words);
    if (kept) *kept = word;
    return kept != NULL;
}

static bool check_words(App *app) {
    const Command *command = app->command;
    if (!command || jd_app_flag(app, "help") || jd_app_flag(app, "version")) return true;
    if (app->words.count < command->least) {
        jd_report(app->log, JD_ERROR, "argument-missing", nowhere, "something is missing: %s",
                  command->arguments);
        jd_hint(app->log, "jourdain %s %s", command->name, command->arguments);
        return false;
    }
    if (app->words.count > command->most) {
        jd_report(app->log, JD_ERROR, "argument-unexpected", nowhere,
                  "'%s' is one argument too many", app->words.at[command->most]);
        jd_hint(app->log, "`jourdain help %s` tells how it is used", command->name);
        return false;
    }
    return true;
}

bool jd_app_parse(App *app, int count, char **arguments) {
    bool good = true, only_words = false;
    for (int n = 1; n < count; n++) {
        const char *word = arguments[n];
        if (!only_words && strcmp(word, "--") == 0) {
            only_words = true;
        } else if (only_words || word[0] != '-' || !word[1]) {
            if (!take_word(app, word)) good = false;
            if (!app->command) return false;
        } else {
            const char *value = n + 1 < count ? arguments[n + 1] : NULL;
            const bool had_value = value != NULL;
            if (!take_option(app, word, &value)) good = false;
            if (had_value && !value) n++;
        }
    }
    if (app->arena.failed) jd_report_memory(app->log);
    return good && !app->arena.failed && check_words(app);
}

/* ---- What was given ------------------------------------------------------------------------- */

static const Given *find_given(const App *app, const char *option) {
    for (int n = app->given.count - 1; n >= 0; n--)
        if (strcmp(app->given.at[n].option->name, option) == 0) return &app->given.at[n];
    return NULL;
}

const char *jd_app_word(const App *app, int index) {
    return index < app->words.count ? app->words.at[index] : NULL;
}

const char *jd_app_text(const App *app, const char *option) {
    const Given *given = find_given(app, option);
    return given ? given->text : NULL;
}

double jd_app_number(const App *app, const char *option) {
    const Given *given = find_given(app, option);
    return given ? given->number : 0;
}

int jd_app_numbers(const App *app, const char *option, double *numbers, int most) {
    int count = 0;
    for (int n = 0; n < app->given.count && count < most; n++)
        if (strcmp(app->given.at[n].option->name, option) == 0)
            numbers[count++] = app->given.at[n].number;
    return count;
}

bool jd_app_flag(const App *app, const char *option) {
    return find_given(app, option) != NULL;
}

const char **jd_app_list(App *app, const char *option) {
    const char *text = jd_app_text(app, option);
    if (!text) return NULL;
    LIST(const char *) list = {0};
    while (*text) {
        text += strspn(text, ", ");
        size_t length = 0; /* a comma in brackets belongs to an expression */
        for (int open = 0; text[length] && (open > 0 || text[length] != ','); length++)
            open += (text[length] == '(' || text[length] == '[') -
                    (text[length] == ')' || text[length] == ']');
        size_t used = length;
        while (used && text[used - 1] == ' ') used--;
        if (used) {
            const char **item = PUSH(&app->arena, list);
            if (item) *item = jd_arena_text(&app->arena, text, used);
        }
        text += length;
    }
    PUSH(&app->arena, list);
    if (!app->arena.failed) return list.at;
    jd_report_memory(app->log);
    return NULL;
}
