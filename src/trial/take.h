/* SPDX-License-Identifier: MIT
 *
 * A take: one formulation run for the pictures' sake, with what is recorded of it. `plot`, `draw` and `view` are made of takes. What goes wrong
 * on the way is part of the take: its rows end there, and its failure tells why. */
#ifndef JD_TAKE_H
#define JD_TAKE_H

#include "trial/trial.h"

typedef struct {
    const char *form;            /* NULL: as --form or the model says */
    const char *const *channels; /* names to record beside --output or the model's outputs, ending with NULL; NULL: none */
    bool film, arrows;           /* poses; and velocities and joint forces, and further channels */
    bool common_rows;            /* takes that are compared: rows do not become closer for one that fails early */
} TakeDef;

typedef struct {
    const char *form;     /* its name */
    JdSystem *system;
    JdTrace *trace;       /* outputs, at the rows that `run` would write and maybe between them; NULL: it did not come to that */
    JdTrace *film;        /* jd_picture_channels at even distances, at most TAKE_FRAMES; NULL: not wanted */
    JdLog *log;           /* what was said of this take */
    bool started;         /* it was assembled and has a row; otherwise there is nothing to see */
    bool failed;          /* an error ended it, at failed_at */
    double failed_at;
    JdMessage failure;    /* its cause; texts are those of `log` */
    bool stopped;         /* Ctrl-C */
    double end, seconds;  /* time reached; time it took */
    JdRunDef settings;
    JdRunCost cost;
    Ledger ledger;
} Take;

enum { TAKE_FRAMES = 6001, TAKE_ROWS = 2000 /* at least, if nobody says */ };

/* Channels of bodies, joints and forces beside those that are known, at most TAKE_FURTHER: how many. further.c */
enum { TAKE_FURTHER = 240 };
int jd_take_further(const JdSystem *system, const JdChannel *known, int known_count, JdChannel *out);

/* Runs it. The exit code: DONE also if the run failed after its start. Messages up to the start, and warnings, are told in the app's log, too.
 * jd_take_free in every case. */
ExitCode jd_take(App *app, const JdModel *model, const TakeDef *def, Take *take);
void jd_take_free(Take *take);
/* The exit code of takes that all came off: RUN_FAILED if one failed, 128 + signal after Ctrl-C. */
ExitCode jd_take_code(const Take *takes, int count);

#endif
