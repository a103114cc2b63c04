/* SPDX-License-Identifier: MIT
 *
 * Families of mechanisms, and what is added to them: pushes, drives, springs, extremes of scale,
 * rows at random instants. */
#include "generate.h"
#include <string.h>

/* ---- Drawing -----------------------------------------------------------------------------------
 */

typedef struct {
    Chance chance;
    Subject *s;
    Mechanism *m;
    double size, heavy; /* units of length and mass */
    double beat;        /* unit of time */
} Sketch;

static V3 anywhere(Sketch *k, double reach) {
    const double x = uniform(&k->chance, -reach, reach), y = uniform(&k->chance, -reach, reach);
    return v3(x, y, k->m->planar ? 0 : uniform(&k->chance, -reach, reach));
}

static V3 direction(Sketch *k) {
    for (;;) {
        const V3 v = anywhere(k, 1);
        const double size = v3_size(v);
        if (size > 0.2 && size < 1) return v3_times(1 / size, v);
    }
}

static V3 normal_to(Sketch *k, V3 axis) {
    if (k->m->planar) return v3(-axis.y, axis.x, 0);
    for (;;) {
        const V3 v = v3_cross(axis, direction(k));
        if (v3_size(v) > 0.3) return v3_unit(v);
    }
}

static int draw_body(Sketch *k, V3 at) {
    Mechanism *m = k->m;
    const int b = m->bodies++;
    MechBody *body = &m->body[b];
    const double mass = k->heavy * exp(uniform(&k->chance, -1, 1)),
                 reach = k->size * k->size * mass;
    const double p = uniform(&k->chance, 0.03, 0.2), q = uniform(&k->chance, 0.03, 0.2),
                 r = uniform(&k->chance, 0.03, 0.2);
    *body = (MechBody){
        .at = at, .mass = mass, .inertia = v3(reach * (p + q), reach * (q + r), reach * (r + p))};
    body->angle = uniform(&k->chance, -3, 3);
    const Quat4 turn = {uniform(&k->chance, -1, 1), uniform(&k->chance, -1, 1),
                        uniform(&k->chance, -1, 1), uniform(&k->chance, 0.1, 1)};
    body->attitude = quat4_unit(turn);
    if (m->planar) body->inertia = v3(0, 0, body->inertia.z);
    return b;
}

static MechJoint *draw_joint(Sketch *k, JointKind kind, int i, int j, V3 at) {
    Mechanism *m = k->m;
    MechJoint *joint = &m->joint[m->joints++];
    *joint = (MechJoint){.kind = kind, .i = i, .j = j, .m = at, .n = at};
    joint->axis = direction(k);
    joint->second = normal_to(k, joint->axis);
    return joint;
}

/* The points of joints that may be drawn apart. */
static void spread(Sketch *k, MechJoint *joint) {
    const double some = k->size * uniform(&k->chance, 0.2, 0.5) * (once_in(&k->chance, 2) ? 1 : -1);
    V3 by = {0, 0, 0};
    switch (joint->kind) {
    case PRISMATIC:
    case CYLINDRICAL:
    case PIN_IN_SLOT:
        by = v3_times(some, joint->axis);
        break;
    case PLANAR:
        by = v3_times(some, joint->second);
        break;
    case PARALLEL:
        by = v3_times(some, direction(k));
        break;
    case POINT:
    case LINE:
        joint->field = fabs(some);
        by = v3_add(v3_times(fabs(some), joint->axis), v3_times(some, joint->second));
        break;
    case ROLLING_DISC: /* it leans by some angle against its plane */
        joint->field = fabs(some);
        joint->turned = true;
        by = v3_times(fabs(some), v3_unit(v3_add(joint->axis, v3_times(0.4, joint->second))));
        joint->axis_j = v3_cross(v3_unit(by), v3_cross(joint->axis, joint->second));
        joint->second_j = v3_unit(by);
        break;
    case ROLLING_SPHERE:
        joint->field = fabs(some);
        by = v3_times(fabs(some), joint->axis);
        break;
    case ROD:
    case UNIVERSAL_SPHERICAL:
        by = v3_times(some * 2, direction(k));
        break;
    case WHEEL_ON_RAIL:
        joint->field = fabs(some);
        by = v3_times(fabs(some), joint->second);
        break;
    case SCREW:
        joint->field = some;
        break;
    default:
        break;
    }
    joint->n = v3_add(joint->m, by);
}

static void draw_between(Sketch *k, JointKind kind, int i, int j) {
    MechJoint *joint =
        draw_joint(k, kind, i, j, v3_add(k->m->body[j ? j : i].at, anywhere(k, 0.5 * k->size)));
    spread(k, joint);
}

/* ---- Random trees with loops ----------------------------------------------------------------- */

static const JointKind plane_tree[] = {REVOLUTE,  REVOLUTE,  REVOLUTE,      REVOLUTE,
                                       PRISMATIC, PRISMATIC, PIN_IN_SLOT,   ROD,
                                       FIXED,     PARALLEL,  WHEEL_ON_RAIL, KNIFE_EDGE};
static const JointKind plane_loop[] = {REVOLUTE,    REVOLUTE, REVOLUTE, PRISMATIC,
                                       PIN_IN_SLOT, ROD,      ROD,      PARALLEL};
static const JointKind space_tree[] = {
    REVOLUTE,       REVOLUTE,    REVOLUTE,    SPHERICAL, SPHERICAL, UNIVERSAL,
    UNIVERSAL,      CYLINDRICAL, SCREW,       PRISMATIC, PLANAR,    PIN_IN_SLOT,
    PARALLEL,       FIXED,       ROD,         POINT,     LINE,      CONSTANT_VELOCITY,
    ROLLING_SPHERE, KNIFE_EDGE,  ROLLING_DISC};
static const JointKind space_loop[] = {
    ROD, ROD, POINT, PIN_IN_SLOT, UNIVERSAL_SPHERICAL, SPHERICAL, LINE, CYLINDRICAL};

#define ANY(k, list) (list)[any_of(&(k)->chance, (int)(sizeof(list) / sizeof(list)[0]))]

static void draw_tree(Sketch *k, int bodies) {
    for (int n = 0; n < bodies; n++) {
        const int parent = any_of(&k->chance, k->m->bodies);
        const int b = draw_body(k, anywhere(k, k->size));
        if (once_in(&k->chance, 20)) continue; /* a free body */
        draw_between(k, k->m->planar ? ANY(k, plane_tree) : ANY(k, space_tree), parent, b);
    }
}

/* A joint that closes a loop stays if something can still move. */
static void draw_loop(Sketch *k) {
    const int tries = 4;
    for (int n = 0; n < tries; n++) {
        const int i = any_of(&k->chance, k->m->bodies), j = any_of(&k->chance, k->m->bodies);
        if (i == j) continue;
        draw_between(k, k->m->planar ? ANY(k, plane_loop) : ANY(k, space_loop), i, j);
        if (audit_analyse(k->s)) return;
        k->m->joints--;
    }
}

/* A joint said twice must not matter. */
static void draw_twin(Sketch *k) {
    Mechanism *m = k->m;
    const int which = any_of(&k->chance, m->joints);
    if (m->joint[which].turned) return;
    m->joint[m->joints] = m->joint[which];
    m->joints++;
}

static void draw_random(Sketch *k, bool planar) {
    k->m->planar = planar;
    snprintf(k->m->name, sizeof k->m->name, "%s", planar ? "plane" : "space");
    draw_tree(k, 1 + any_of(&k->chance, planar ? 6 : 5));
    const int loops = any_of(&k->chance, 3);
    for (int n = 0; n < loops; n++) draw_loop(k);
    if (k->m->joints > 0 && once_in(&k->chance, 8)) draw_twin(k);
}

/* ---- Linkages that are singular somewhere ---------------------------------------------------- */

/* A pin, in the plane or in space about z. */
static MechJoint *draw_pin(Sketch *k, int i, int j, V3 at, SaidTo said) {
    MechJoint *joint = draw_joint(k, REVOLUTE, i, j, at);
    joint->axis = k->m->planar ? v3(1, 0, 0) : v3(0, 0, 1);
    joint->second = k->m->planar ? v3(0, 1, 0) : v3(1, 0, 0);
    joint->said = said;
    return joint;
}

static void keep_parallel(Sketch *k, int i, int j) {
    MechJoint *joint = draw_joint(k, PARALLEL, i, j, v3(0, 0, 0));
    joint->axis = v3(1, 0, 0);
    joint->second = v3(0, 1, 0);
    joint->said = SAID_TO_REFERENCE;
}

static V3 along_angle(double length, double angle) {
    return v3(length * cos(angle), length * sin(angle), 0);
}

/* Equal parallel cranks on one coupler: `feet` on a body, cranks of one length and direction. The
 * reference knows that the coupler does not turn and that the cranks are parallel, which is regular
 * where cranks and coupler are in line. Returns the coupler; *first is the joint of the first
 * crank. */
static int draw_cranks(Sketch *k, int on, const V3 feet[], int count, double length, double angle,
                       int *first) {
    const V3 crank = along_angle(length, angle);
    V3 middle = {0, 0, 0};
    for (int n = 0; n < count; n++)
        middle = v3_add(middle, v3_times(1.0 / count, v3_add(feet[n], crank)));
    middle = v3_add(middle, v3(uniform(&k->chance, -0.2, 0.2) * length,
                               uniform(&k->chance, -0.2, 0.2) * length, 0));
    const int coupler = draw_body(k, middle);
    int lead = 0;
    for (int n = 0; n < count; n++) {
        const int b = draw_body(k, v3_add(feet[n], v3_times(uniform(&k->chance, 0.3, 0.7), crank)));
        if (n == 0) {
            lead = b;
            *first = k->m->joints;
        }
        draw_pin(k, on, b, feet[n], SAID_TO_BOTH);
        draw_pin(k, b, coupler, v3_add(feet[n], crank), n ? SAID_IN_TEXT : SAID_TO_BOTH);
        if (n) keep_parallel(k, lead, b);
    }
    keep_parallel(k, on, coupler);
    return coupler;
}

/* Where the line between two feet is the direction of the cranks. */
static void note_alignments(Sketch *k, int joint, const V3 feet[], int count, double angle) {
    Subject *s = k->s;
    s->singular_joint = joint;
    for (int a = 0; a < count; a++)
        for (int b = a + 1; b < count && s->singulars < SINGULARS_MAX; b++)
            s->singular_angle[s->singulars++] =
                atan2(feet[b].y - feet[a].y, feet[b].x - feet[a].x) - angle;
}

/* Now and then the drawing itself is in line. */
static double crank_angle(Sketch *k) {
    if (once_in(&k->chance, 15)) return once_in(&k->chance, 2) ? 0 : AUDIT_PI;
    return uniform(&k->chance, 0.3, 1.2) + any_of(&k->chance, 4) * AUDIT_PI / 2;
}

static void draw_parallelogram(Sketch *k, int count, bool in_line) {
    V3 feet[3];
    for (int n = 0; n < count; n++) {
        const double off = in_line ? 0 : n == 2 ? uniform(&k->chance, 0.3, 1) : 0;
        feet[n] =
            v3(k->size * (n + (n == 2 ? uniform(&k->chance, -0.5, 0.5) : 0)), k->size * off, 0);
    }
    const double angle = crank_angle(k), length = k->size * uniform(&k->chance, 0.4, 0.9);
    int first;
    draw_cranks(k, 0, feet, count, length, angle, &first);
    note_alignments(k, first, feet, count, angle);
}

static void draw_double_parallelogram(Sketch *k) {
    V3 feet[2] = {v3(0, 0, 0), v3(k->size, 0, 0)}, next[2];
    const double angle = crank_angle(k), other = crank_angle(k),
                 length = k->size * uniform(&k->chance, 0.4, 0.9);
    int first, second;
    const int coupler = draw_cranks(k, 0, feet, 2, length, angle, &first);
    for (int n = 0; n < 2; n++)
        next[n] = v3_add(feet[n],
                         v3_add(along_angle(length, angle), v3(0.1 * k->size, 0.2 * k->size, 0)));
    draw_cranks(k, coupler, next, 2, 0.7 * length, other, &second);
    note_alignments(k, first, feet, 2, angle);
}

/* Schmidt's coupling: three discs that turn equally fast, three equal links between each two. The
 * links keep their direction; pairs of pins come in line with it six times in a turn. */
static void draw_schmidt(Sketch *k) {
    const double radius = 0.5 * k->size, turn = uniform(&k->chance, 0, 2);
    const V3 link[2] = {along_angle(k->size, uniform(&k->chance, 0.3, 1)),
                        along_angle(0.8 * k->size, -uniform(&k->chance, 0.3, 1))};
    V3 middle[3] = {{0, 0, 0}, link[0], v3_add(link[0], link[1])};
    int disc[3];
    for (int n = 0; n < 3; n++) disc[n] = draw_body(k, middle[n]);
    k->s->singular_joint = k->m->joints;
    draw_pin(k, 0, disc[0], middle[0], SAID_TO_BOTH);
    draw_pin(k, 0, disc[2], middle[2], SAID_TO_BOTH);
    keep_parallel(k, disc[0], disc[1]);
    keep_parallel(k, disc[0], disc[2]);
    for (int stage = 0; stage < 2; stage++) {
        int lead = 0;
        for (int n = 0; n < 3; n++) {
            const V3 pin = v3_add(middle[stage], along_angle(radius, turn + n * 2 * AUDIT_PI / 3));
            const int b = draw_body(k, v3_add(pin, v3_times(0.5, link[stage])));
            draw_pin(k, disc[stage], b, pin, SAID_TO_BOTH);
            draw_pin(k, b, disc[stage + 1], v3_add(pin, link[stage]),
                     n ? SAID_IN_TEXT : SAID_TO_BOTH);
            if (n) keep_parallel(k, lead, b);
            if (!n) lead = b;
            /* The side of the triangle opposite to this pin is normal to its radius. */
            k->s->singular_angle[k->s->singulars++] =
                atan2(link[stage].y, link[stage].x) - turn - n * 2 * AUDIT_PI / 3 - AUDIT_PI / 2;
        }
    }
}

/* Crank and rod of one length: where the crank is normal to the slider's way the slider stands on
 * the crank's pin, and the rod could turn about it. The reference knows that rod and crank turn
 * against each other. */
static void draw_equal_slider_crank(Sketch *k) {
    const double r = k->size,
                 angle = uniform(&k->chance, 0.3, 1.2) * (once_in(&k->chance, 2) ? 1 : -1);
    const V3 pin = along_angle(r, angle), end = v3(2 * r * cos(angle), 0, 0);
    const int crank = draw_body(k, v3_times(0.4, pin)),
              rod = draw_body(k, v3_times(0.5, v3_add(pin, end)));
    const int slider = draw_body(k, end);
    const int first = k->m->joints;
    draw_pin(k, 0, crank, v3(0, 0, 0), SAID_TO_BOTH);
    draw_pin(k, crank, rod, pin, SAID_TO_BOTH);
    draw_pin(k, rod, slider, end, SAID_TO_BOTH);
    MechJoint *way = draw_joint(k, PRISMATIC, 0, slider, end);
    way->axis = v3(1, 0, 0);
    way->second = v3(0, 1, 0);
    way->said = SAID_IN_TEXT;
    MechJoint *mirror = draw_joint(k, MIRROR, crank, rod, v3(0, 0, 0));
    mirror->said = SAID_TO_REFERENCE;
    keep_parallel(k, 0, slider);
    k->s->singular_joint = first;
    k->s->singular_angle[k->s->singulars++] = AUDIT_PI / 2 - angle;
}

/* ---- Loops that are not singular ------------------------------------------------------------- */

/* A four-bar or a chain of them, whose crank can turn. */
static void draw_four_bar(Sketch *k) {
    const double l = k->size, r = l * uniform(&k->chance, 0.2, 0.45),
                 angle = uniform(&k->chance, -3, 3);
    const V3 a = along_angle(r, angle), o = v3(0, 0, 0), p = v3(l * 1.2, 0, 0);
    const V3 c = v3(l * uniform(&k->chance, 0.7, 1.1), l * uniform(&k->chance, 0.7, 1.1), 0);
    const int crank = draw_body(k, v3_times(0.5, a)),
              rod = draw_body(k, v3_times(0.5, v3_add(a, c)));
    const int rocker = draw_body(k, v3_times(0.5, v3_add(p, c)));
    draw_pin(k, 0, crank, o, SAID_TO_BOTH);
    draw_pin(k, crank, rod, a, SAID_TO_BOTH);
    draw_pin(k, rod, rocker, c, SAID_TO_BOTH);
    draw_pin(k, 0, rocker, p, SAID_TO_BOTH);
}

static void draw_slider_crank(Sketch *k) {
    const double r = k->size * uniform(&k->chance, 0.2, 0.6), l = k->size,
                 angle = uniform(&k->chance, -3, 3);
    const double off = k->size * (once_in(&k->chance, 2) ? uniform(&k->chance, -0.2, 0.2) : 0);
    const V3 a = along_angle(r, angle),
             b = v3(a.x + sqrt(l * l - (a.y - off) * (a.y - off)), off, 0);
    const int crank = draw_body(k, v3_times(0.5, a)),
              rod = draw_body(k, v3_times(0.5, v3_add(a, b)));
    const int slider = draw_body(k, b);
    draw_pin(k, 0, crank, v3(0, 0, 0), SAID_TO_BOTH);
    draw_pin(k, crank, rod, a, SAID_TO_BOTH);
    draw_pin(k, rod, slider, b, SAID_TO_BOTH);
    MechJoint *way = draw_joint(k, PRISMATIC, 0, slider, b);
    way->axis = v3(1, 0, 0);
    way->second = v3(0, 1, 0);
}

/* ---- Families -------------------------------------------------------------------------------- */

static void family_plane(Sketch *k) {
    draw_random(k, true);
}
static void family_space(Sketch *k) {
    draw_random(k, false);
}
static void family_parallelogram(Sketch *k) {
    draw_parallelogram(k, 2, true);
}
static void family_cranks(Sketch *k) {
    draw_parallelogram(k, 3, false);
}
static void family_cranks_in_line(Sketch *k) {
    draw_parallelogram(k, 3, true);
}

typedef struct {
    const char *name;
    void (*draw)(Sketch *);
    int share;     /* of a hundred */
    bool may_lift; /* it may be drawn in space, too */
} Family;

static const Family families[] = {
    {"plane", family_plane, 35, false},
    {"space", family_space, 29, false},
    {"four-bar", draw_four_bar, 6, true},
    {"slider-crank", draw_slider_crank, 5, true},
    {"parallelogram", family_parallelogram, 6, true},
    {"schmidt", draw_schmidt, 2, false},
    {"cranks", family_cranks, 6, true},
    {"cranks-in-line", family_cranks_in_line, 4, true},
    {"double-parallelogram", draw_double_parallelogram, 4, true},
    {"equal-slider-crank", draw_equal_slider_crank, 3, false},
};

static const Family *choose_family(Chance *chance) {
    int at = any_of(chance, 100);
    const Family *f = families;
    while (at >= f->share) at -= f++->share;
    return f;
}

/* ---- Turned as a whole ----------------------------------------------------------------------- */

static V3 turned(const Turn *r, V3 v) {
    return turn_out(r, v);
}

/* Everything that is drawn, and gravity, in another attitude. */
static void turn_all(Mechanism *m, Quat4 by) {
    const Turn r = quat4_turn(by);
    m->gravity = turned(&r, m->gravity);
    for (int b = 1; b < m->bodies; b++) {
        m->body[b].at = turned(&r, m->body[b].at);
        m->body[b].attitude = quat4_unit(quat4_times(by, m->body[b].attitude));
    }
    for (int k = 0; k < m->joints; k++) {
        MechJoint *j = &m->joint[k];
        j->m = turned(&r, j->m);
        j->n = turned(&r, j->n);
        j->axis = turned(&r, j->axis);
        j->second = turned(&r, j->second);
    }
}

/* ---- What is added --------------------------------------------------------------------------- */

static void note(Sketch *k, const char *what) {
    const size_t at = strlen(k->m->name);
    snprintf(k->m->name + at, sizeof k->m->name - at, "+%s", what);
}

/* A free of a joint that the text knows; false if there is none. */
static bool any_free(Sketch *k, int *joint, FreeKind *free) {
    const int tries = 8;
    for (int n = 0; n < tries && k->m->joints; n++) {
        *joint = any_of(&k->chance, k->m->joints);
        *free = (FreeKind)any_of(&k->chance, FREE_KINDS);
        const MechJoint *j = &k->m->joint[*joint];
        if (j->said == SAID_TO_BOTH && audit_has_free(k->m, j->kind, *free)) return true;
    }
    return false;
}

static int any_body(Sketch *k) {
    return 1 + any_of(&k->chance, k->m->bodies - 1);
}

static void add_spring(Sketch *k) {
    Mechanism *m = k->m;
    const bool stiff = once_in(&k->chance, 3);
    const double rate =
        (stiff ? by_powers(&k->chance, 10, 60) : by_powers(&k->chance, 0.5, 4)) / k->beat;
    MechForce f = {.kind = SPRING_DAMPER, .stiffness = k->heavy * rate * rate};
    f.damping = once_in(&k->chance, 2) ? 0 : k->heavy * rate * by_powers(&k->chance, 0.01, 1);
    int joint;
    if (once_in(&k->chance, 3) && any_free(k, &joint, &f.free)) {
        f.kind = FREE_SPRING;
        f.i = joint;
        const double unit = f.free == TRAVEL ? 1 : k->size * k->size * 0.2;
        f.stiffness *= unit;
        f.damping *= unit;
        f.rest = uniform(&k->chance, -0.3, 0.3) * (f.free == TRAVEL ? k->size : 1);
    } else {
        f.j = any_body(k);
        f.i = any_of(&k->chance, m->bodies);
        if (f.i == f.j) f.i = 0;
        f.at = v3_add(m->body[f.i].at, anywhere(k, 0.3 * k->size));
        f.to = v3_add(m->body[f.j].at, anywhere(k, 0.3 * k->size));
        const double length = v3_size(v3_sub(f.to, f.at));
        if (length < 0.4 * k->size) return;
        f.rest = length * uniform(&k->chance, 0.8, 1.1);
    }
    m->force[m->forces++] = f;
    note(k, stiff ? "stiff" : "spring");
}

static void add_push(Sketch *k, Window window) {
    Mechanism *m = k->m;
    MechForce f = {.kind = POINT_FORCE};
    const double width = m->until * by_powers(&k->chance, 2e-3, 0.2),
                 impulse = k->heavy * k->size / k->beat;
    f.law.window = window;
    f.law.from = m->until * uniform(&k->chance, 0.15, 0.7);
    f.law.to = f.law.from + width;
    double strength = impulse / (window == ALWAYS ? m->until : width) * uniform(&k->chance, 0.3, 1);
    if (window == WINDOW_RAMP) strength = impulse / m->until;
    const int kind = any_of(&k->chance, 3);
    if (kind == 1) f.kind = TORQUE, strength *= 0.2 * k->size;
    if (kind == 2 && any_free(k, &f.i, &f.free)) f.kind = EFFORT;
    if (f.kind == EFFORT && f.free != TRAVEL) strength *= 0.2 * k->size;
    f.law.base = strength * uniform(&k->chance, 0.3, 1);
    if (window == ALWAYS || once_in(&k->chance, 3))
        f.law.swing = strength, f.law.omega = uniform(&k->chance, 1, 6) / k->beat,
        f.law.phase = uniform(&k->chance, -3, 3);
    if (f.kind == POINT_FORCE) {
        f.i = any_body(k);
        f.at = f.to = v3_add(m->body[f.i].at, anywhere(k, 0.3 * k->size));
        f.direction = direction(k);
        f.follow = once_in(&k->chance, 3);
        f.j = f.i;
    } else if (f.kind == TORQUE) {
        f.j = any_body(k);
        f.i = any_of(&k->chance, m->bodies);
        if (f.i == f.j) f.i = 0;
        f.at = m->body[f.i].at;
        f.to = m->body[f.j].at;
        f.direction = m->planar ? v3(0, 0, 1) : direction(k);
    }
    m->force[m->forces++] = f;
    note(k, window == ALWAYS ? "force" : window == WINDOW_RAMP ? "ramp" : "push");
}

static void add_drive(Sketch *k) {
    Mechanism *m = k->m;
    MechDrive drive = {.joint = 0};
    if (!any_free(k, &drive.joint, &drive.free)) return;
    const double unit = drive.free == TRAVEL ? 0.3 * k->size : 1;
    drive.law.slope =
        unit * uniform(&k->chance, -1.5, 1.5) / k->beat * (drive.free == TRAVEL ? 0.2 : 1);
    drive.law.omega = uniform(&k->chance, 0.5, 3) / k->beat;
    drive.law.swing = unit * uniform(&k->chance, 0.1, 0.5);
    drive.law.phase = 0;
    audit_analyse(k->s);
    const int rank = k->s->rank;
    m->drive[m->drives++] = drive;
    if (audit_analyse(k->s) && k->s->rank == rank + 1)
        note(k, "drive");
    else
        m->drives--;
}

static void add_coupling(Sketch *k) {
    Mechanism *m = k->m;
    MechJoint c = {.kind = COUPLING};
    if (!any_free(k, &c.i, &c.free_i) || !any_free(k, &c.j, &c.free_j) ||
        (c.i == c.j && c.free_i == c.free_j))
        return;
    c.field = uniform(&k->chance, 0.4, 2) * (once_in(&k->chance, 2) ? 1 : -1);
    if (c.free_i != TRAVEL && c.free_j != TRAVEL) c.kind = once_in(&k->chance, 2) ? GEAR : BELT;
    if (c.free_i != TRAVEL && c.free_j == TRAVEL) c.kind = RACK, c.field *= k->size;
    if (c.free_i == TRAVEL && c.free_j != TRAVEL) c.field /= k->size;
    m->joint[m->joints++] = c;
    if (audit_analyse(k->s))
        note(k, "gear");
    else
        m->joints--;
}

/* ---- Rows
 * ---------------------------------------------------------------------------------------------------
 */

static void ask(Sketch *k, double time, bool switching) {
    Mechanism *m = k->m;
    if (!(time > 0 && time < m->until) || m->instants == INSTANTS_MAX) return;
    int at = m->instants;
    for (int n = 0; n < m->instants; n++)
        if (m->instant[n].time == time) return;
    for (; at > 0 && m->instant[at - 1].time > time; at--) m->instant[at] = m->instant[at - 1];
    m->instant[at] = (Instant){time, switching};
    m->instants++;
}

static void ask_anywhere(Sketch *k) {
    const int count = 6;
    ask(k, 1e-6 * k->m->until, false);
    ask(k, (1 - 1e-9) * k->m->until, false);
    for (int n = 0; n < count; n++) ask(k, k->m->until * uniform(&k->chance, 0, 1), false);
}

static void ask_at_switches(Sketch *k) {
    double at[2 * FORCES_MAX];
    const int count = audit_switches(k->m, at);
    for (int n = 0; n < count; n++) {
        ask(k, at[n], true);
        ask(k, at[n] * (1 - 1e-3), false);
        ask(k, at[n] * (1 + 1e-3), false);
    }
}

/* The instants at which the crank comes to a singular angle, by the reference, and some beside
 * them. */
static void ask_at_alignment(Sketch *k, double time) {
    static const double beside[] = {1e-10, 1e-7, 1e-5, 1e-3};
    ask(k, time, false);
    const double off = beside[any_of(&k->chance, 4)] * k->m->until;
    ask(k, time + (once_in(&k->chance, 2) ? off : -off), false);
}

static double to_alignment(const Subject *s, int n, double angle) {
    return remainder(angle - s->singular_angle[n], AUDIT_PI);
}

static void ask_at_alignments(Sketch *k) {
    static _Thread_local Course c, back;
    Subject *s = k->s;
    const int looks = 60;
    audit_course_start(&c, k->m, s->rank);
    if (!s->singulars || !audit_course_to(&c, 0)) return;
    double last = audit_dense_free(&c.d, s->singular_joint, ANGLE, c.y).f;
    for (int n = 1; n <= looks; n++) {
        back = c;
        if (!audit_course_to(&c, k->m->until * n / looks)) return;
        const double is = audit_dense_free(&c.d, s->singular_joint, ANGLE, c.y).f;
        for (int a = 0; a < s->singulars; a++) {
            const double p = to_alignment(s, a, last), q = to_alignment(s, a, is);
            if (p * q > 0 || fabs(p) > 1 || fabs(q) > 1 || p == 0) continue;
            /* Newton's method from the time before it. */
            static _Thread_local Course near;
            near = back;
            double time = back.time + (c.time - back.time) * p / (p - q);
            for (int round = 0; round < 4; round++) {
                near = back;
                if (!(time > back.time) || !audit_course_to(&near, fmin(time, c.time))) break;
                const Jet at = audit_dense_free(&near.d, s->singular_joint, ANGLE, near.y);
                time -= to_alignment(s, a, at.f) / at.d;
            }
            ask_at_alignment(k, time);
        }
        last = is;
    }
}

/* ---- The whole
 * -----------------------------------------------------------------------------------------------
 */

static void draw_scale(Sketch *k) {
    k->size = k->heavy = 1;
    if (!once_in(&k->chance, 6)) return;
    k->size = by_powers(&k->chance, 1e-4, 1e3);
    k->heavy = by_powers(&k->chance, 1e-6, 1e6);
}

static void draw_weight(Sketch *k) {
    const bool none = k->s->singulars ? once_in(&k->chance, 2) : once_in(&k->chance, 5);
    const double g = 9.81;
    k->beat = sqrt(k->size / g);
    if (none) return;
    k->m->gravity =
        v3(uniform(&k->chance, -3, 3), -g, k->m->planar ? 0 : uniform(&k->chance, -3, 3));
}

/* Some body is much lighter than the others. */
static void make_light(Sketch *k) {
    MechBody *body = &k->m->body[any_body(k)];
    const double share = by_powers(&k->chance, 1e-6, 1e-2);
    body->mass *= share;
    body->inertia = v3_times(share, body->inertia);
    note(k, "light");
}

static void add_things(Sketch *k) {
    if (once_in(&k->chance, 12)) make_light(k);
    if (once_in(&k->chance, 20)) { /* a push and nothing else */
        k->m->gravity = v3(0, 0, 0);
        add_push(k, (Window)(1 + any_of(&k->chance, 3)));
        return;
    }
    if (once_in(&k->chance, 4)) add_coupling(k);
    if (once_in(&k->chance, 4)) add_drive(k);
    const int springs = once_in(&k->chance, 3) ? 1 + any_of(&k->chance, 2) : 0;
    for (int n = 0; n < springs; n++) add_spring(k);
    if (once_in(&k->chance, 5)) add_push(k, ALWAYS);
    if (once_in(&k->chance, 3)) add_push(k, (Window)(1 + any_of(&k->chance, 3)));
}

static bool draw_once(Sketch *k) {
    Subject *s = k->s;
    memset(s, 0, sizeof *s);
    k->m->bodies = 1;
    const Family *family = choose_family(&k->chance);
    draw_scale(k);
    k->m->planar = !family->may_lift || !once_in(&k->chance, 3);
    if (family->draw == family_space) k->m->planar = false;
    snprintf(k->m->name, sizeof k->m->name, "%s", family->name);
    family->draw(k);
    draw_weight(k);
    if (family->may_lift && !k->m->planar) {
        note(k, "lifted");
        turn_all(k->m, quat4_about(direction(k), uniform(&k->chance, 0, 3)));
    }
    if (k->size != 1) note(k, "scale");
    if (!audit_analyse(s)) return false;
    k->m->until = k->beat * uniform(&k->chance, 3, 9);
    add_things(k);
    if (!audit_analyse(s)) return false;
    const bool quiet =
        v3_size(k->m->gravity) == 0 && k->m->forces == 1 && k->m->force[0].law.window != ALWAYS;
    const bool rest = once_in(&k->chance, quiet                                         ? 1
                                          : s->singulars && v3_size(k->m->gravity) == 0 ? 12
                                                                                        : 4);
    if (rest) note(k, "rest");
    if (!audit_set_moving(s, &k->chance, rest ? 0 : uniform(&k->chance, 0.3, 2) / k->beat))
        return false;
    ask_anywhere(k);
    ask_at_switches(k);
    ask_at_alignments(k);
    return true;
}

void audit_generate(unsigned long seed, long number, Subject *out) {
    Sketch k = {.chance = chance_of(seed, (uint64_t)number), .s = out, .m = &out->m};
    while (!draw_once(&k)) {
    }
}
