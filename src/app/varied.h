/* SPDX-License-Identifier: MIT
 *
 * What --vary says: names of parameters or of options of the run, with their values. One choice at a time is the
 * present one; a counter goes through all of them. */
#ifndef JD_VARIED_H
#define JD_VARIED_H

#include "app/app.h"

typedef struct {
    const char *name;
    LIST(const char *) values;
    int chosen;
    const Option *option; /* its name is that of an option of the run; NULL: a parameter */
} Vary;

typedef struct {
    App *app;
    LIST(Vary) of;
    int given; /* options that stood in the command */
} Varied;

/* Reads all --vary of the command. False after a report. */
bool jd_varied_read(App *app, Varied *varied);
/* Names that are options of the command; a parameter of the model goes before. NULL: there is no model to be asked yet. */
bool jd_varied_has_options(const Varied *varied);
void jd_varied_ask(Varied *varied, const JdModel *model);
bool jd_varied_has_parameters(const Varied *varied); /* what is no option, once a model was asked */
/* Whether all of them are options; otherwise it is said that `what` is about one model. */
bool jd_varied_is_settings(const Varied *varied, const char *what);
/* The present choice: options are given to the program as if they stood in the command, what is returned are the parameters, ending
 * with a nameless one. NULL after a report, or without memory. */
const JdSetting *jd_varied_choose(Varied *varied);
bool jd_varied_next(Varied *varied);         /* false after the last, with the first as the present one */
void jd_varied_end(Varied *varied);          /* options as the command has them */
int jd_varied_count(const Varied *varied);   /* of choices, 1 at least */
void jd_varied_words(const Varied *varied, Text *text); /* adds "r = 80 mm, alpha = 5" */

#endif
