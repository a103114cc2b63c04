/* SPDX-License-Identifier: MIT
 *
 * jd_diagnose: a model on the table. It is looked at twice: first to see what there is to find,
 * then, if there is something, to find what mends it, with all that was found at hand: a change
 * that brings a new finding is no remedy. */
#include "doctor/inside.h"
#include <stdlib.h>
#include <string.h>

extern const Examination jd_examination_mend;

/* So many changes are tried unless somebody says otherwise: a second for a mechanism of ten bodies.
 */
enum { TRIALS = 600 };

/* ---- Opening ------------------------------------------------------------------------------------
 */

/* The text as a tree, for changes of it. Its mistakes were told before. */
static void read_tree(Patient *p) {
    if (!p->def.text || p->def.read.json) return;
    p->unheard = jd_log_new();
    p->messages = (Messages){.log = p->unheard};
    p->document = (Document){
        .arena = &p->arena, .sources = &p->arena, .messages = &p->messages, .follow = false};
    Source *source = ARENA_NEW(&p->arena, Source, 1);
    if (!p->unheard || !source) return;
    *source = (Source){p->def.name ? p->def.name : "model", p->def.text, p->def.length};
    p->source = source;
    jd_document_read(&p->document, source);
}

/* The start, as a run sees it. Why there is none was told before. */
/* States that are the positions of drives go with them. */
static void leave_out_drives(Patient *p, JdModel *bare) {
    ModelState *kept = ARENA_NEW(&p->arena, ModelState, bare->states.count + 1);
    int count = 0;
    for (int n = 0; kept && n < bare->states.count; n++)
        if (!bare->states.at[n].drive) kept[count++] = bare->states.at[n];
    bare->states.at = kept;
    bare->states.count = count;
}

static void compile(Patient *p) {
    JdLog *log = jd_log_new();
    JdCompileDef def = p->def.compile;
    def.form = "newton-euler", def.elastic = NULL, def.clearance = NULL, def.cut = NULL;
    if (log && p->check->assembled) p->system = jd_compile(p->model, def, log);
    if (log && !p->system) {
        /* Whoever asks for too much may hide what the joints do to each other. */
        JdModel bare = *p->model;
        bare.starts.count = bare.drives.count = bare.outputs.count = bare.expects.count = 0;
        leave_out_drives(p, &bare);
        p->stripped = true;
        p->system = jd_compile(&bare, def, log);
    }
    if (p->system) p->run = jd_run_at_start(p->system, log);
    jd_log_free(log);
}

static void close_patient(Patient *p) {
    jd_run_free(p->run);
    jd_system_free(p->system);
    jd_log_free(p->unheard);
    jd_model_free(p->own);
    jd_arena_free(&p->arena);
}

/* ---- Examining ----------------------------------------------------------------------------------
 */

static void examine(Patient *p) {
    const Examination *exam;
    for (int n = 0; (exam = jd_examination_at(n)); n++)
        if (exam->needs == NEEDS_TEXT || (p->run && (exam->needs == NEEDS_JOINTS || !p->stripped)))
            exam->look(p);
}

static int count_serious(const JdLog *log, int from) {
    int count = 0;
    for (int n = from; n < jd_log_count(log); n++)
        count += jd_log_message(log, n).severity > JD_NOTE;
    return count;
}

void jd_examine_quietly(const Patient *of, const JdModel *model, const JdCheck *check,
                        const Source *text, JdLog *log) {
    Patient p = {.def = of->def,
                 .model = model,
                 .check = check,
                 .log = log,
                 .told = log,
                 .known = of->known,
                 .quiet = true};
    p.tells = jd_log_count(log);
    p.def.text = text->text, p.def.length = text->length;
    if (jd_drawing_measure(&p)) {
        compile(&p);
        read_tree(&p);
        examine(&p);
    }
    close_patient(&p);
}

/* What is found without trying anything; NULL: memory is out. */
static JdLog *look_first(Patient *p) {
    JdLog *log = jd_log_new(), *own = p->log;
    const int trials = p->trials;
    if (!log) return NULL;
    p->log = log, p->trials = 0;
    examine(p);
    p->log = own, p->trials = trials;
    return log;
}

/* A text that was not read: what there is of its model helps to find the change that mends it. */
static void mend_text(Patient *p) {
    bool good;
    JdLog *unheard = jd_log_new();
    if (unheard)
        p->own = jd_text_read(p->def.name, p->def.text, p->def.length, p->def.read, unheard, &good);
    jd_log_free(unheard);
    p->model = p->own, p->check = &p->no_check;
    p->known = jd_log_new();
    if (p->own && p->known && jd_drawing_measure(p)) {
        read_tree(p);
        jd_examination_mend.look(p);
    }
    jd_log_free(p->known);
    p->known = NULL;
}

JdDiagnosis *jd_diagnose(const JdModel *model, const JdCheck *check, JdDiagnoseDef def,
                         JdLog *log) {
    const bool unread = !model || model->errors > 0;
    if (unread ? !def.text || def.read.json || !jd_log_errors(log) : !check) return NULL;
    JdDiagnosis *diagnosis = calloc(1, sizeof *diagnosis);
    if (!diagnosis) {
        jd_report_memory(log);
        return NULL;
    }
    Patient *p = &diagnosis->patient;
    *p = (Patient){.def = def,
                   .model = model,
                   .check = check,
                   .log = log,
                   .told = log,
                   .first = jd_log_count(log)};
    p->tells = p->first;
    p->trials = !def.text || def.read.json ? 0
                : def.trials < 0           ? 1 << 30
                : def.trials               ? def.trials
                                           : TRIALS;
    /* The text is asked for as long as the diagnosis lives. */
    if (def.text) p->def.text = jd_arena_text(&p->arena, def.text, def.length);
    if (def.name) p->def.name = jd_arena_copy(&p->arena, def.name);
    if (unread) {
        mend_text(p);
        if (p->arena.failed) jd_report_memory(log);
        return diagnosis;
    }
    if (!jd_drawing_measure(p)) {
        jd_report_memory(log);
        return diagnosis;
    }
    compile(p);
    read_tree(p);
    if (!def.brief) jd_motions_find(p);
    p->known = look_first(p);
    if (!p->known) p->arena.failed = true;
    const bool tries = p->trials && (count_serious(log, 0) + count_serious(p->known, 0) > 0 ||
                                     jd_should_move(p) || jd_is_drawn_far(p));
    if (!tries) p->trials = 0;
    examine(p);
    jd_log_free(p->known);
    p->known = NULL;
    if (p->arena.failed) jd_report_memory(log);
    return diagnosis;
}

void jd_diagnosis_free(JdDiagnosis *diagnosis) {
    if (!diagnosis) return;
    close_patient(&diagnosis->patient);
    free(diagnosis);
}

/* ---- Findings -----------------------------------------------------------------------------------
 */

bool jd_find(Patient *p, JdSeverity severity, const char *code, Where where, const char *format,
             ...) {
    if (jd_model_allows(p->model, code)) return false;
    va_list list;
    va_start(list, format);
    const char *words = jd_arena_format_list(&p->arena, format, list);
    va_end(list);
    if (!words) return false;
    jd_report(p->log, severity, code, where, "%s", words);
    return jd_reported(p->log).code != NULL;
}

bool jd_is_found(const Patient *p, const char *code) {
    for (int n = 0; n < jd_log_count(p->log); n++)
        if (!strcmp(jd_log_message(p->log, n).code, code)) return true;
    return false;
}

/* ---- What is asked for --------------------------------------------------------------------------
 */

bool jd_diagnosis_motion(const JdDiagnosis *diagnosis, int index, JdFreeMotion *to) {
    if (!diagnosis || !to || index < 0 || index >= diagnosis->patient.motions.count) return false;
    const FreeMotion *motion = &diagnosis->patient.motions.at[index];
    *to = (JdFreeMotion){motion->name, motion->words, motion->start, motion->idle, motion->finite};
    return true;
}

bool jd_diagnosis_remedy(const JdDiagnosis *diagnosis, int index, JdRemedy *to) {
    if (!diagnosis || !to || index < 0 || index >= diagnosis->patient.remedies.count) return false;
    const Patient *p = &diagnosis->patient;
    const Remedy *remedy = &p->remedies.at[index];
    const Change *change = &remedy->change;
    int line = 1, column = 1;
    for (size_t n = 0; n < change->from; n++) {
        column = p->def.text[n] == '\n' ? 1 : column + 1;
        line += p->def.text[n] == '\n';
    }
    *to = (JdRemedy){.message = remedy->message,
                     .line = line,
                     .column = column,
                     .offset = change->from,
                     .length = change->length,
                     .text = change->with,
                     .what = change->what,
                     .alters = change->alters};
    return true;
}
