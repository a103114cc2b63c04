/* SPDX-License-Identifier: MIT
 *
 * Random mechanisms made of dyads, in the plane and in a plane that lies anywhere in space: a few
 * cranks and slides, free or driven, then dyads of all kinds on whatever is there, with springs and
 * efforts on any joint. Closed form moves them as multipliers do, all channels alike. */
#include "form/agree.h"
#include "form/minimal.h"
#include "math/math.h"

enum { BODIES_MAX = 16 };

typedef struct {
    JdModel *model;
    JdLog *log;
    JdSpace space;
    JdBody body[BODIES_MAX]; /* 0 is the ground */
    Vec2 place[BODIES_MAX];
    Axes plane; /* its z axis is the normal */
    int bodies, joints, forces, dyads;
} Sketch;

static int any_of(int count) {
    return (int)(check_random() % (uint64_t)count);
}

static Vec2 near_to(Vec2 p, double reach) {
    const double x = check_uniform(-reach, reach);
    return vec2(p.x + x, p.y + check_uniform(-reach, reach));
}

/* A point of the plane, somewhere along its normal. */
static JdVec3 seen(const Sketch *s, Vec2 p, double z) {
    return axes_out(&s->plane, vec3(p.x, p.y, s->space == JD_PLANAR ? 0 : z));
}

static int draw_body(Sketch *s, Vec2 at) {
    char name[16];
    const int b = ++s->bodies;
    snprintf(name, sizeof name, "b%d", b);
    const double mass = exp(check_uniform(-1, 1)), i = check_uniform(0.05, 0.2) * mass;
    const Quat q =
        jd_quat_unit((Quat){check_uniform(-1, 1), check_uniform(-1, 1), check_uniform(-1, 1), 0.5});
    JdBodyDef def = {name, .mass = mass, .izz = i, .at = seen(s, at, check_uniform(-0.2, 0.2))};
    if (s->space == JD_SPATIAL) {
        def.ixx = 1.3 * i, def.iyy = 0.9 * i;
        def.attitude[0] = q.w, def.attitude[1] = q.x, def.attitude[2] = q.y, def.attitude[3] = q.z;
    } else {
        def.angle = check_uniform(-3, 3);
    }
    s->place[b] = at;
    s->body[b] = jd_add_body(s->model, def);
    return b;
}

/* Springs, efforts and a start: what acts on the free of a joint. */
static void draw_forces(Sketch *s, const char *joint, bool turn, bool starts) {
    char name[16], free[32], rate[32];
    snprintf(free, sizeof free, "%s.%s", joint, turn ? "angle" : "travel");
    snprintf(rate, sizeof rate, "%s.%s", joint, turn ? "rate" : "speed");
    snprintf(name, sizeof name, "f%d", ++s->forces);
    const JdField spring[] = {
        {"stiffness", check_uniform(2, 20)}, {"damping", check_uniform(0, 1)}, {NULL}};
    const JdField effort[] = {
        {"value", 0, turn ? "2 N*m*sin(3 rad/s*time)" : "2 N*sin(3 rad/s*time)"}, {NULL}};
    const int kind = any_of(6);
    if (kind < 2)
        jd_add_force(s->model, (JdForceDef){name, kind ? "free-spring" : "effort", .target = free,
                                            .fields = kind ? spring : effort});
    if (starts) jd_start(s->model, rate, check_uniform(-1, 1));
}

/* A revolute or a slide in the plane. drive: its motion, NULL: free. */
static void draw_joint(Sketch *s, int i, int j, bool turn, Vec2 at, bool starts,
                       const char *drive) {
    char name[16], free[32];
    snprintf(name, sizeof name, "j%d", ++s->joints);
    const Vec2 way = near_to(vec2(0, 0), 1);
    const double z = check_uniform(-0.2, 0.2);
    const bool back = any_of(3) == 0;
    JdJointDef def = {name, turn ? "revolute" : "prismatic", s->body[back ? j : i],
                      s->body[back ? i : j], .at = seen(s, at, z)};
    if (!turn) {
        def.axis = seen(s, way, 0);
        def.to = seen(s, vec2_add(at, vec2_scale(0.3, way)), z);
        def.apart = !drive;
    } else if (s->space == JD_SPATIAL) {
        def.axis = vec3_scale(any_of(2) ? 1 : -1, s->plane.z);
    }
    jd_add_joint(s->model, def);
    snprintf(free, sizeof free, "%s.%s", name, turn ? "angle" : "travel");
    if (drive)
        jd_add_drive(s->model, "motor", free, drive);
    else
        draw_forces(s, name, turn, starts);
}

static void draw_dyad(Sketch *s) {
    const int known = s->bodies + 1, p = any_of(known);
    int q = any_of(known);
    if (q == p) q = (p + 1) % known;
    /* Of slides two at most. */
    static const char *const kinds[] = {"RRR", "PRR", "RRP", "PRP", "RPR", "RPP"};
    const char *kind = kinds[any_of(6)];
    const int a = draw_body(s, near_to(s->place[p], 0.6)),
              b = draw_body(s, near_to(s->place[q], 0.6));
    draw_joint(s, p, a, kind[0] == 'R', near_to(s->place[p], 0.5), false, NULL);
    draw_joint(s, q, b, kind[2] == 'R', near_to(s->place[q], 0.5), false, NULL);
    const Vec2 middle = vec2_scale(0.5, vec2_add(s->place[a], s->place[b]));
    draw_joint(s, a, b, kind[1] == 'R', near_to(middle, 0.6), false, NULL);
    s->dyads++;
}

/* The mechanism of this number; the same whenever it is drawn. */
static Sketch draw(int number, JdSpace space) {
    check_seed((uint64_t)number + 9000);
    Sketch s = {.log = jd_log_new(), .space = space, .plane = axes_none};
    s.model = jd_model_new(space, s.log);
    if (space == JD_SPATIAL) s.plane = jd_axes_turn(vec3(0.48, 0.6, 0.64), check_uniform(0, 3));
    jd_set_gravity(s.model, seen(&s, vec2(check_uniform(-3, 3), -9.81), check_uniform(-3, 3)));
    static const char *const motions[] = {"0.1*sin(4 rad/s*time)", "0.03 m*sin(4 rad/s*time)"};
    const int cranks = 1 + any_of(2), dyads = 1 + any_of(3);
    for (int k = 0; k < cranks; k++) {
        const int on = any_of(s.bodies + 1), b = draw_body(&s, near_to(s.place[on], 0.7));
        const bool turn = any_of(3) > 0, driven = k == 0 && any_of(3) == 0;
        draw_joint(&s, on, b, turn, near_to(s.place[on], 0.5), true,
                   driven ? motions[!turn] : NULL);
    }
    for (int k = 0; k < dyads; k++) draw_dyad(&s);
    return s;
}

/* ---- Runs ----------------------------------------------------------------------------------- */

typedef struct {
    int closed, dyads, iterated, stuck, singular, changed;
} Counts;

/* False: it comes to a dead point that it cannot pass. */
static bool run_as(int number, JdSpace space, const char *form, Case *c, Record *r,
                   Counts *counts) {
    const Sketch s = draw(number, space);
    *c =
        open_model(s.model, s.log, (JdCompileDef){.form = form},
                   (JdRunDef){.tol = 1e-11, .until = 0.12, .output_every = 0.04, .max_steps = 300});
    if (strcmp(form, "minimal") == 0) {
        const Chain *chain = ((const MinimalPlan *)c->system->plan)->chain;
        counts->closed += chain != NULL;
        counts->dyads += chain ? chain->dyads : 0;
        counts->iterated += chain && chain->iterated > 0;
    }
    const bool goes = record_try(c, r);
    r->least = 1e-3;
    counts->changed += said(c->log, "coordinate-changed", NULL);
    return goes;
}

/* Next to a dead point, where the lightest bodies are thrown about: digits are lost. */
static bool is_violent(const Case *c, const Record *r) {
    for (int k = 0; k < r->channels; k++)
        if (!strcmp(jd_channel_unit(c->system, (JdChannel){k}), "N") && r->size[k] > 5e3)
            return true;
    return false;
}

static void check_number(int number, JdSpace space, Counts *counts) {
    static const char *const forms[] = {"cut-joint", "minimal"};
    Case a = {0}, b = {0};
    Record wanted = {0}, is = {0};
    const bool goes = run_as(number, space, "newton-euler", &a, &wanted, counts);
    bool singular = said(a.log, "singular-passed", NULL) || is_violent(&a, &wanted);
    for (int k = 0; k < 2 && goes; k++) {
        const bool too = run_as(number, space, forms[k], &b, &is, counts);
        must(&b, too);
        singular = singular || said(b.log, "singular-passed", NULL);
        char what[64];
        snprintf(what, sizeof what, "mechanism %d as %s", number, forms[k]);
        if (!singular) {
            check_difference(record_compare_some(&a, &wanted, &is, COMPARE_UNIQUE), 1e-8, what);
            check_difference(record_compare(&a, &wanted, &is), 1e-7, what);
        }
        record_free(&is);
        close_case(&b);
    }
    counts->stuck += !goes;
    counts->singular += singular;
    record_free(&wanted);
    close_case(&a);
}

static void check_numbers(JdSpace space, int first, int count) {
    Counts counts = {0};
    for (int n = 0; n < check_fewer(count); n++) check_number(first + n, space, &counts);
    if (check_fewer(count) < count) return; /* shares are those of all */
    print_message(
        "%d mechanisms, %d as a sequence with %d dyads (%d with other loops), %d get stuck, "
        "%d come near singular positions, %d change coordinates\n",
        count, counts.closed, counts.dyads, counts.iterated, counts.stuck, counts.singular,
        counts.changed);
    assert_true(counts.closed > count * 3 / 4);
    assert_true(counts.dyads > count * 3 / 2);
    assert_true(counts.iterated <= count / 8);
    assert_true(counts.changed > 0);
    assert_true(counts.stuck + counts.singular <= count / 8);
}

static void in_the_plane_closed_form_moves_them_the_same(void **state) {
    (void)state;
    check_numbers(JD_PLANAR, 0, 200);
}

static void in_space_closed_form_moves_them_the_same(void **state) {
    (void)state;
    check_numbers(JD_SPATIAL, 1000, 60);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_the_plane_closed_form_moves_them_the_same),
        cmocka_unit_test(in_space_closed_form_moves_them_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
