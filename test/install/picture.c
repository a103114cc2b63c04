/* SPDX-License-Identifier: MIT
 *
 * picture MODEL SVG JSON: a stranger who draws a mechanism, and writes what a page is given of its
 * motion. */
#include <jourdain_picture.h>
#include <stdlib.h>

int main(int count, char **words) {
    if (count < 4) return 2;
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_file(words[1], (JdReadDef){0}, log);
    JdSystem *system = jd_compile(model, (JdCompileDef){0}, log);
    JdPicture *picture = jd_picture_of_model(model, system, NULL, (JdSketchDef){.width = 300}, log);
    jd_picture_write(picture, words[2], log);

    const int channels = jd_picture_channels(system, false, NULL, 0);
    JdChannel *channel = calloc((size_t)channels + 1, sizeof *channel);
    jd_picture_channels(system, false, channel, channels);
    channel[channels].index = -1;
    JdTrace *film = jd_trace_new(system, channel, log), *trace = jd_trace_new(system, NULL, log);
    JdRun *run = jd_run_new(system, (JdRunDef){0}, log);
    while (jd_run_next(run)) jd_trace_record(film, run), jd_trace_record(trace, run);
    const JdMovieRun one = {.name = "run", .system = system, .trace = trace, .film = film};
    FILE *out = fopen(words[3], "wb");
    jd_movie_print((JdMovieDef){.model = model, .runs = &one, .run_count = 1}, "json", out, log);
    if (out) fclose(out);

    jd_log_print(log, stderr);
    const int failed = jd_log_errors(log) > 0;
    jd_run_free(run), jd_trace_free(film), jd_trace_free(trace), free(channel);
    jd_picture_free(picture), jd_system_free(system), jd_model_free(model), jd_log_free(log);
    return failed;
}
