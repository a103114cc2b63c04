/* SPDX-License-Identifier: MIT
 *
 * read_model MODEL.jd: reads a model file, runs it as the file says, prints its outputs as CSV. */
#include <jourdain.h>

int main(int argc, char **argv) {
    if (argc != 2) return fprintf(stderr, "usage: read_model MODEL.jd\n"), 2;

    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_file(argv[1], (JdReadDef){0}, log);
    JdSystem *system = jd_compile(model, (JdCompileDef){0}, log);
    JdRun *run = jd_run_new(system, (JdRunDef){0}, log);
    JdTrace *trace = jd_trace_new(system, NULL, log);

    while (jd_run_next(run)) jd_trace_record(trace, run);
    jd_trace_print_csv(trace, stdout);

    jd_log_print(log, stderr);
    int failed = jd_log_errors(log) > 0;
    jd_trace_free(trace), jd_run_free(run), jd_system_free(system), jd_model_free(model);
    jd_log_free(log);
    return failed;
}
