/* SPDX-License-Identifier: MIT
 *
 * Drives whose effort acts elsewhere than where they measure: `drive d : arm.y = f by jO.angle`. It
 * is an effort u on the free, solved for at every instant such that the acceleration of what is
 * measured is that of the motion, and a difference x to it goes back by x'' + 2 alpha x' + alpha^2
 * x = 0: theory 4.6. */
#include "text/inside.h"
#include "sym/sym.h"
#include <string.h>

enum { NODES = 1 << 16 };       /* of the motion and its derivatives */
static const double usual = 20; /* 1/s */

/* What is measured, and its rate and acceleration. */
typedef struct {
    const char *position, *rate, *accel;
    bool turns;
} Measured;

// clang-format off
static const struct { const char *position, *rate, *accel; bool turns; } coordinates[] = {
    {"x", "vx", "ax", false}, {"y", "vy", "ay", false}, {"z", "vz", "az", false}, {"angle", "rate", "accel", true},
};
// clang-format on

/* "arm", "arm.tip": a body or a frame of one. */
static bool is_side(const Build *build, const char *name) {
    const char *dot = strrchr(name, '.');
    const char *first = dot ? jd_arena_text(build->arena, name, (size_t)(dot - name)) : NULL;
    const int body = first ? jd_model_find_body(build->model, first) : -1;
    return jd_model_find_body(build->model, name) >= 0 ||
           (body >= 0 && jd_model_find_frame(build->model, body, dot + 1) >= 0);
}

static bool measure(Build *build, const Slot *slot, const char *path, Measured *to) {
    int joint;
    const FreeDef *free = jd_model_find_free(build->model, path, &joint);
    const char *dot = strrchr(path, '.');
    const int length = dot ? (int)(dot - path) : 0;
    const char *rate = NULL, *accel = NULL;
    if (free && free->kind != FREE_BALL)
        rate = free->rate, accel = free->accel, to->turns = free->kind == FREE_TURN;
    const char *side = dot ? jd_arena_text(build->arena, path, (size_t)length) : NULL;
    const int known =
        build->model->space == JD_SPATIAL ? 3 : 4; /* in space there is no one angle */
    for (int n = 0; side && !free && is_side(build, side) && n < known; n++) {
        if (strcmp(dot + 1, coordinates[n].position)) continue;
        rate = coordinates[n].rate, accel = coordinates[n].accel, to->turns = coordinates[n].turns;
    }
    to->position = path;
    to->rate = rate ? jd_arena_format(build->arena, "%.*s.%s", length, path, rate) : NULL;
    to->accel = rate ? jd_arena_format(build->arena, "%.*s.%s", length, path, accel) : NULL;
    if (to->rate && to->accel) return true;
    jd_report(jd_build_log(build), JD_ERROR, "drive-not-valid", jd_build_where(build, slot->span),
              "'%s' cannot be prescribed by an effort elsewhere", path);
    jd_hint(jd_build_log(build),
            build->model->space == JD_SPATIAL
                ? "it is a free of a joint (but not of a ball), or x, y, z of a body or frame: "
                  "arm.tip.y; where three points of a body go tells its attitude"
                : "it is a free of a joint, or x, y, z or the angle of a body or frame: arm.tip.y");
    return false;
}

/* The motion and its first two derivatives, as text in seconds, and their values at the start. */
typedef struct {
    Text text[3];
    double start[3];
} Jet;

static bool make_jet(Build *build, const Expr *motion, const char *drive, Jet *jet) {
    SymPool *pool = jd_sym_pool(build->arena, NODES);
    if (!pool) return false;
    const Sym time = jd_sym_name(pool, "time"), second = jd_sym_name(pool, "(time/(1 s))");
    Sym s = jd_sym_of_expr(pool, motion, jd_build_log(build));
    if (s == SYM_NONE) return false;
    if (jd_sym_names(pool) > 2) {
        jd_report(jd_build_log(build), JD_ERROR, "drive-reads-state",
                  jd_build_where(build, motion->span),
                  "drive '%s' prescribes a motion in time and cannot depend on '%s'", drive,
                  jd_sym_name_text(pool, 2));
        jd_hint(jd_build_log(build), "with `by` a motion is a formula of `time`, numbers and "
                                     "parameters: write out what a signal stands for");
        return false;
    }
    const double zero[3] = {0};
    for (int n = 0; n < 3; n++, s = jd_sym_derive(pool, s, time)) {
        jet->start[n] = jd_sym_value(pool, s, zero, NULL);
        jd_sym_print(pool, jd_sym_put(pool, s, &time, &second, 1), SYM_TEXT, &jet->text[n]);
        if (s == SYM_NONE || jet->text[n].failed) return false;
    }
    return true;
}

/* It reads time alone, as its derivatives have shown. */
static bool no_name(Inputs *inputs, const char *name, Span span, int *slot, Dim *dim) {
    (void)inputs, (void)name, (void)span, (void)slot, (void)dim;
    return false;
}

static bool check_motion(Build *build, const Expr *motion, bool turns) {
    Inputs nothing = {.find = no_name};
    const Dim dim = {.length = !turns};
    JdLog *log = jd_build_log(build);
    if (jd_program_new(motion, &nothing, dim, "motion", build->arena, log)) return true;
    const JdMessage said = jd_reported(log);
    if (said.code && !strcmp(said.code, "dimension-mismatch") && !jd_hint_tonne(motion, log))
        jd_hint(log, "a drive prescribes the position over time, such as %s * time",
                turns ? "10 rad/s" : "1 m/s");
    return false;
}

static Expr *write_effort(Build *build, const char *drive, const Measured *m, const Jet *jet,
                          double alpha, const char *effort) {
    const char *P = m->turns ? "rad" : "m", *V = m->turns ? "rad/s" : "m/s",
               *A = m->turns ? "rad/s^2" : "m/s^2";
    char a[40];
    jd_number_text(alpha, a, sizeof a);
    Source *source = ARENA_NEW(build->arena, Source, 1);
    const char *text = jd_arena_format(
        build->arena,
        "%s.effort + (1 %s)/(1 %s)*((%s)*(1 %s) - %s + 2*(%s 1/s)*((%s)*(1 %s) - %s) + "
        "(%s 1/s)^2*((%s)*(1 %s) - %s))",
        drive, effort, A, jet->text[2].at, A, m->accel, a, jet->text[1].at, V, m->rate, a,
        jet->text[0].at, P, m->position);
    if (!source || !text) return NULL;
    *source = (Source){"the effort of a drive", text, strlen(text)};
    return jd_expr_parse(source, build->arena, jd_build_log(build));
}

/* It begins on its motion. */
static bool add_starts(Build *build, const Measured *m, const Jet *jet, Where where) {
    const Dim length = {.length = !m->turns}, speed = {.length = !m->turns, .time = -1};
    const ModelStart position = {
        .channel = m->position, .where = where, .value = jet->start[0], .dim = length};
    const ModelStart rate = {
        .channel = m->rate, .where = where, .value = jet->start[1], .dim = speed};
    return jd_model_add_start(build->model, &position) && jd_model_add_start(build->model, &rate);
}

static bool add_effort(Build *build, const Node *node, const Measured *m, const Jet *jet,
                       const char *name) {
    const Slot *by = &jd_node_clause(node, "by")->slots.at[0];
    const FreeDef *free;
    double alpha = usual;
    ModelForce force = {.name = name,
                        .where = jd_build_where(build, jd_node_slot(node, "name")->span),
                        .type = jd_force_find("effort"),
                        .i = -1,
                        .j = -1,
                        .target = jd_build_free(build, by, &free),
                        .target_where = jd_build_where(build, by->span)};
    if (!force.target || !jd_build_clause(build, node, "alpha", &alpha)) return false;
    if (!(alpha > 0)) {
        jd_report(jd_build_log(build), JD_ERROR, "drive-not-valid", force.where,
                  "drive '%s' has alpha %g 1/s", name, alpha);
        jd_hint(jd_build_log(build), "what is off goes back with it: it is greater than zero");
        return false;
    }
    const bool turn = free->kind != FREE_SLIDE;
    Expr *effort = write_effort(build, name, m, jet, alpha, turn ? "N*m" : "N");
    const Expr *bound = effort ? jd_build_bind(build, effort) : NULL;
    for (int n = 0; n < TYPE_FIELDS; n++) force.fields[n].number[0] = NAN;
    force.fields[0].expr[0] = bound;
    return bound && jd_model_add_force(build->model, &force) >= 0 &&
           add_starts(build, m, jet, force.where);
}

bool jd_build_servo(Build *build, const Node *node) {
    const Slot *target = jd_node_slot(node, "target");
    const char *name = jd_build_path(build, jd_node_slot(node, "name")->expr);
    const char *path = jd_build_path(build, target->expr);
    const Expr *motion = jd_build_bind(build, jd_node_slot(node, "motion")->expr);
    Measured measured = {0};
    Jet jet = {0};
    const bool good = name && path && motion && measure(build, target, path, &measured) &&
                      make_jet(build, motion, name, &jet) &&
                      check_motion(build, motion, measured.turns) &&
                      add_effort(build, node, &measured, &jet, name);
    for (int n = 0; n < 3; n++) jd_text_free(&jet.text[n]);
    return good;
}
