/* SPDX-License-Identifier: MIT
 *
 * Any bytes at all, read as a model, compiled under one form or another and run for a few steps.
 * Nothing may crash, leak, hang or overflow; a run that ends early says why, and a row with a
 * number that is none is not shown without a word. */
#include "model/model.h"
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool held) {
    if (!held) __builtin_trap();
}

/* Large ones take long, whatever is wrong with them. */
static bool is_small(const JdModel *model) {
    enum { BODIES = 12, JOINTS = 16, FORCES = 40 };
    return model->bodies.count <= BODIES && model->joints.count <= JOINTS &&
           model->forces.count <= FORCES && model->expects.count <= FORCES;
}

static bool enough(void *data, double time) {
    long *asked = data;
    (void)time;
    return ++*asked > 60;
}

static void run(const JdSystem *system, const char *stepper, JdLog *log) {
    long asked = 0;
    const JdRunDef def = {.stepper = stepper, .max_steps = 40, .stop = enough, .stop_data = &asked};
    const JdRunDef short_def = {
        .stepper = stepper, .max_steps = 40, .until = 0.1, .stop = enough, .stop_data = &asked};
    JdRun *it = jd_run_new(system, def, log);
    if (!it) it = jd_run_new(system, short_def, log);
    JdTrace *trace = jd_trace_new(system, NULL, log);
    int rows = 0;
    bool finite = true;
    while (it && trace && rows < 60 && jd_run_next(it)) {
        rows++;
        for (int c = 0; c < jd_channel_count(system); c++)
            finite = finite && isfinite(jd_run_value(it, (JdChannel){c}));
        jd_trace_record(trace, it);
    }
    if (it && jd_run_failed(it)) must(jd_log_errors(log) > 0);
    if (!finite) must(jd_log_count(log) > 0);
    jd_trace_free(trace);
    jd_run_free(it);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    /* Not clearance: where no gap can be opened it looks for one for a minute. */
    static const char *const forms[] = {"newton-euler", "cut-joint", "minimal", "elastic"};
    static const char *const steppers[] = {"dop853", "dopri5", "rk4", "semi-implicit-euler",
                                           "euler",  "cvode",  "ida"};
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_text("fuzz", (const char *)data, size,
                                        (JdReadDef){.spatial = size % 9 == 8}, log);
    must(!model == (jd_log_errors(log) > 0));
    if (model && is_small(model)) {
        JdCheck check;
        const JdCompileDef def = {.form = forms[size % 4]};
        const bool checked = jd_check(model, def, &check, log);
        JdSystem *system = jd_compile(model, def, log);
        must(checked || jd_log_errors(log) > 0);
        must(!system == !checked);
        if (system) run(system, steppers[size / 4 % 7], log);
        jd_system_free(system);
    }
    jd_model_free(model);
    jd_log_free(log);
    return 0;
}
