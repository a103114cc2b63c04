/* SPDX-License-Identifier: MIT
 *
 * A run saved to memory, and taken up again by another run of the same model and settings: as if it
 * had never stopped, to the last bit. What is saved is all that steps and rows depend on, and all
 * numbers of the instant that they left. What a stepper keeps for itself (CVODE, IDA) is not: it
 * begins anew. */
#include "run/attitude.h"
#include "run/run.h"
#include <assert.h>
#include <stddef.h>
#include <string.h>

enum { FORMAT = 1 };
static const char magic[8] = "jd-run\r\n";

/* Behind the seal. */
typedef struct {
    uint64_t words;   /* hash of the words of the model, */
    uint64_t numbers; /* and of its numbers, as far as C calls can give them */
    uint64_t shape;   /* hash of the sizes of all that is kept: another build may have others */
} Header;

/* ---- Of which model ------------------------------------------------------------------------- */

static uint64_t add_number(uint64_t hash, double number) {
    return jd_hash(hash, &number, sizeof number);
}

static uint64_t add_text(uint64_t hash, const char *text) {
    return text ? jd_hash(hash, text, strlen(text) + 1) : add_number(hash, 0);
}

static uint64_t add_vector(uint64_t hash, Vec3 v) {
    return add_number(add_number(add_number(hash, v.x), v.y), v.z);
}

static uint64_t add_pose(uint64_t hash, const Pose *pose) {
    hash = add_vector(add_vector(add_number(hash, pose->angle), pose->p), pose->axes.x);
    return add_vector(add_vector(hash, pose->axes.y), pose->axes.z);
}

static uint64_t hash_numbers(const JdSystem *s) {
    uint64_t hash = add_text(0, s->kernel->name);
    hash = add_vector(add_vector(add_number(hash, s->gravity_mu), s->gravity), s->gravity_centre);
    for (int b = 0; b < s->bodies; b++) {
        const SystemBody *body = &s->body[b];
        hash = add_number(add_text(hash, body->name), body->mass);
        for (int k = 0; k < 3; k++) hash = add_number(hash, body->inertia[k]);
    }
    for (int f = 0; f < s->frames; f++) {
        hash = add_number(add_text(hash, s->frame[f].name), s->frame[f].body);
        hash = add_pose(hash, &s->frame[f].local);
    }
    for (int k = 0; k < s->joints; k++) {
        const SystemJoint *joint = &s->joint[k];
        hash = add_text(add_text(hash, joint->name), joint->type_name);
        hash = add_number(add_number(hash, joint->frame_i), joint->frame_j);
    }
    for (int k = 0; k < s->forces; k++) {
        const SystemForce *force = &s->force[k];
        hash = add_text(add_text(hash, force->name), force->type->name);
        hash = add_number(add_number(hash, force->frame_i), force->frame_j);
        for (int n = 0; n < force->values; n++) hash = add_number(hash, force->fields[n]);
    }
    for (int n = 0; n < s->states; n++) hash = add_number(hash, s->start[n]);
    return hash;
}

/* ---- With which settings -------------------------------------------------------------------- */

typedef struct {
    const char *name;
    const char *text; /* NULL: the number */
    double number;
} Setting;

enum { SETTINGS = 24 };

static int list_settings(const JdRun *run, Setting settings[SETTINGS]) {
    assert(run->def.also_count == 0 || run->def.also);
    const JdCompileDef *c = &run->system->settings;
    const JdRunDef *d = &run->def;
    uint64_t also = jd_hash(0, d->also, (size_t)d->also_count * sizeof *d->also);
    uint64_t watched = 0;
    for (int n = 0; n < d->statistics_count; n++)
        watched = add_text(watched, jd_channel_name(run->system, d->statistics[n]));
    const Setting all[] = {
        {"form", run->form->name},
        {"stabilise", c->stabilise ? c->stabilise : ""},
        {"alpha", .number = c->alpha},
        {"beta", .number = c->beta},
        {"gamma", .number = c->gamma},
        {"as-drawn", .number = c->as_drawn},
        {"cut", c->cut ? c->cut : ""},
        {"elastic", c->elastic ? c->elastic : ""},
        {"stiffness", .number = c->stiffness},
        {"damping", .number = c->damping},
        {"turn-stiffness", .number = c->turn_stiffness},
        {"turn-damping", .number = c->turn_damping},
        {"clearance", c->clearance ? c->clearance : ""},
        {"gap", .number = c->gap},
        {"stepper", run->chosen->name},
        {"attitude", run->attitude->name},
        {"to", .number = d->until},
        {"every", .number = d->output_every},
        {"dt", .number = d->dt},
        {"tol", .number = d->tol},
        {"further output times", .number = (double)(also >> 12)},
        {"channels with statistics", .number = (double)(watched >> 12)},
    };
    const int count = (int)(sizeof all / sizeof *all);
    memcpy(settings, all, sizeof all);
    return count;
}

/* A setting as it is kept. */
typedef struct {
    double number;
    uint64_t text;
} SettingKept;

static void report_setting(const Setting *setting, const SettingKept *kept, JdLog *log) {
    if (setting->text)
        jd_report(log, JD_ERROR, "checkpoint-settings", nowhere,
                  "the checkpoint is of a run with another %s than '%s'", setting->name,
                  setting->text);
    else if (strchr(setting->name, ' '))
        jd_report(log, JD_ERROR, "checkpoint-settings", nowhere,
                  "the checkpoint is of a run with other %s", setting->name);
    else
        jd_report(log, JD_ERROR, "checkpoint-settings", nowhere,
                  "the checkpoint is of a run with %s %.17g, not %.17g", setting->name,
                  kept->number, setting->number);
    jd_hint(log, "give the same options as that run had");
}

/* Shows them to the keeper; when it loads, compares them with those of this run. */
static bool keep_settings(const JdRun *run, Keeper *keeper, JdLog *log) {
    Setting settings[SETTINGS];
    const int count = list_settings(run, settings);
    for (int n = 0; n < count; n++) {
        const Setting *setting = &settings[n];
        const SettingKept own = {setting->number, add_text(0, setting->text)};
        SettingKept kept = own;
        KEEP(keeper, kept.number);
        KEEP(keeper, kept.text);
        if (keeper->failed) return false;
        if (kept.number == own.number && kept.text == own.text) continue;
        report_setting(setting, &kept, log);
        return false;
    }
    return true;
}

/* ---- All of a run --------------------------------------------------------------------------- */

static void keep_joint(JdRun *run, const SystemJoint **joint, Keeper *keeper) {
    int32_t index = *joint ? (int32_t)(*joint - run->system->joint) : -1;
    KEEP(keeper, index);
    if (index < -1 || index >= run->system->joints) keeper->failed = true;
    if (keeper->task == KEEPER_LOADS && !keeper->failed)
        *joint = index < 0 ? NULL : &run->system->joint[index];
}

/* The one block of memory that a run is: its plain data, what its pointers mean, its arrays. */
static void keep_run(JdRun *run, Keeper *keeper) {
    const size_t first = offsetof(JdRun, cost);
    JdRun placed = *run;
    Layout measure = {0};
    PLACE_OWNER(&measure, JdRun);
    jd_run_layout(&placed, &measure);

    jd_keep(keeper, (char *)run + first, sizeof *run - first);
    jd_keep_inner(keeper, &run->y, run, measure.used);
    jd_keep_inner(keeper, &run->y_old, run, measure.used);
    jd_keep_inner(keeper, &run->y_new, run, measure.used);
    keep_joint(run, &run->lost_gap, keeper);
    keep_joint(run, &run->singular_joint, keeper);
    jd_motion_keep(&run->motion, keeper, run, measure.used);
    if (run->form->keep) run->form->keep(run->system, &run->motion, keeper);

    Layout arrays = {.base = (char *)run, .keeper = keeper};
    placed = *run;
    PLACE_OWNER(&arrays, JdRun);
    jd_run_layout(&placed, &arrays);
}

size_t jd_run_save(JdRun *run, void *bytes, size_t room) {
    if (!run || run->failed) return 0;
    Keeper measure = {.task = KEEPER_MEASURES};
    keep_settings(run, &measure, NULL);
    keep_run(run, &measure);
    const size_t before = sizeof(Seal) + sizeof(Header), size = before + measure.used;
    if (!bytes || room < size) return size;

    Header header = {run->system->model_hash, hash_numbers(run->system), measure.shape};
    memcpy((char *)bytes + sizeof(Seal), &header, sizeof header);
    Keeper save = {.task = KEEPER_SAVES, .at = (char *)bytes + before, .room = measure.used};
    keep_settings(run, &save, NULL);
    keep_run(run, &save);
    jd_seal(bytes, size, magic, FORMAT);
    return size;
}

/* ---- Loading -------------------------------------------------------------------------------- */

static bool refuse(JdLog *log, const char *code, const char *why, const char *remedy) {
    jd_report(log, JD_ERROR, code, nowhere, "%s", why);
    jd_hint(log, "%s", remedy);
    return false;
}

static bool refuse_model(JdLog *log) {
    return refuse(log, "checkpoint-model",
                  "the checkpoint is of another model, or it was changed since",
                  "take it up with the model and the --set that it was made with");
}

static bool refuse_damage(JdLog *log) {
    return refuse(log, "checkpoint-damaged", "the checkpoint is not what it was sealed as",
                  "run it anew, without --resume");
}

/* The solver has no past: from the last state whose rows are all shown. */
static void begin_anew(JdRun *run, JdLog *log) {
    const size_t n = (size_t)run->n * sizeof(double);
    if (run->t > run->output_time && run->cost.steps > 0) {
        memcpy(run->y, run->y_old, n);
        memcpy(stage(run, last_stage(run)), stage(run, 0), n);
        run->t = run->t_old;
        run->cost.steps--;
    }
    run->changed = true;
    jd_run_strays(run);
    jd_report(log, JD_NOTE, "checkpoint-begins-anew", nowhere,
              "stepper '%s' begins anew at t = %.6g s: its past is not in the checkpoint",
              run->chosen->name, run->t);
    jd_hint(log, "what follows agrees within the tolerance, not to the last digit");
}

/* A keeper that loads only reads from its memory. */
static Keeper loader(const void *bytes, size_t size) {
    Keeper load = {.task = KEEPER_LOADS, .room = size};
    memcpy(&load.at, &bytes, sizeof bytes);
    return load;
}

static bool check_shape(JdRun *run, const Header *header, size_t size, JdLog *log) {
    Keeper measure = {.task = KEEPER_MEASURES};
    keep_settings(run, &measure, NULL);
    keep_run(run, &measure);
    return (measure.shape == header->shape && measure.used == size) ||
           refuse(log, "checkpoint-foreign",
                  "the checkpoint was saved by another build of the program",
                  "take it up with that build");
}

bool jd_run_load(JdRun *run, const void *bytes, size_t size, JdLog *log) {
    if (!run || !bytes) return false;
    if (!jd_seal_check(bytes, size, magic, FORMAT, "the checkpoint", log)) return false;
    Header header;
    const size_t before = sizeof(Seal) + sizeof header;
    if (size < before) return refuse_damage(log);
    memcpy(&header, (const char *)bytes + sizeof(Seal), sizeof header);
    if (header.words != run->system->model_hash) return refuse_model(log);

    Keeper load = loader((const char *)bytes + before, size - before);
    if (!keep_settings(run, &load, log)) return load.failed ? refuse_damage(log) : false;
    if (header.numbers != hash_numbers(run->system)) return refuse_model(log);
    if (!check_shape(run, &header, size - before, log)) return false;
    keep_run(run, &load);
    run->stopped = false;
    if (load.failed) { /* nobody can tell what the run is now */
        run->failed = true;
        return refuse_damage(log);
    }
    jd_cross_load(run);
    if (run->chosen->go && run->started) begin_anew(run, log);
    return true;
}
