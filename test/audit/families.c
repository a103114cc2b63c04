/* SPDX-License-Identifier: MIT
 *
 * Families of mechanisms: random trees with loops, and linkages that are singular somewhere, of
 * which the reference is told equations that are not. */
#include "sketch.h"
#include <string.h>

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
        const int b = audit_draw_body(k, audit_anywhere(k, k->size));
        if (once_in(&k->chance, 20)) continue; /* a free body */
        audit_draw_between(k, k->m->planar ? ANY(k, plane_tree) : ANY(k, space_tree), parent, b);
    }
}

/* A joint that closes a loop stays if something can still move. */
static void draw_loop(Sketch *k) {
    const int tries = 4;
    for (int n = 0; n < tries; n++) {
        const int i = any_of(&k->chance, k->m->bodies), j = any_of(&k->chance, k->m->bodies);
        if (i == j) continue;
        audit_draw_between(k, k->m->planar ? ANY(k, plane_loop) : ANY(k, space_loop), i, j);
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
    MechJoint *joint = audit_draw_joint(k, REVOLUTE, i, j, at);
    joint->axis = k->m->planar ? v3(1, 0, 0) : v3(0, 0, 1);
    joint->second = k->m->planar ? v3(0, 1, 0) : v3(1, 0, 0);
    joint->said = said;
    return joint;
}

static void keep_parallel(Sketch *k, int i, int j) {
    MechJoint *joint = audit_draw_joint(k, PARALLEL, i, j, v3(0, 0, 0));
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
    const int coupler = audit_draw_body(k, middle);
    int lead = 0;
    for (int n = 0; n < count; n++) {
        const int b =
            audit_draw_body(k, v3_add(feet[n], v3_times(uniform(&k->chance, 0.3, 0.7), crank)));
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
    for (int n = 0; n < 3; n++) disc[n] = audit_draw_body(k, middle[n]);
    k->s->singular_joint = k->m->joints;
    draw_pin(k, 0, disc[0], middle[0], SAID_TO_BOTH);
    draw_pin(k, 0, disc[2], middle[2], SAID_TO_BOTH);
    keep_parallel(k, disc[0], disc[1]);
    keep_parallel(k, disc[0], disc[2]);
    for (int stage = 0; stage < 2; stage++) {
        int lead = 0;
        for (int n = 0; n < 3; n++) {
            const V3 pin = v3_add(middle[stage], along_angle(radius, turn + n * 2 * AUDIT_PI / 3));
            const int b = audit_draw_body(k, v3_add(pin, v3_times(0.5, link[stage])));
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
    const int crank = audit_draw_body(k, v3_times(0.4, pin)),
              rod = audit_draw_body(k, v3_times(0.5, v3_add(pin, end)));
    const int slider = audit_draw_body(k, end);
    const int first = k->m->joints;
    draw_pin(k, 0, crank, v3(0, 0, 0), SAID_TO_BOTH);
    draw_pin(k, crank, rod, pin, SAID_TO_BOTH);
    draw_pin(k, rod, slider, end, SAID_TO_BOTH);
    MechJoint *way = audit_draw_joint(k, PRISMATIC, 0, slider, end);
    way->axis = v3(1, 0, 0);
    way->second = v3(0, 1, 0);
    way->said = SAID_IN_TEXT;
    MechJoint *mirror = audit_draw_joint(k, MIRROR, crank, rod, v3(0, 0, 0));
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
    const int crank = audit_draw_body(k, v3_times(0.5, a)),
              rod = audit_draw_body(k, v3_times(0.5, v3_add(a, c)));
    const int rocker = audit_draw_body(k, v3_times(0.5, v3_add(p, c)));
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
    const int crank = audit_draw_body(k, v3_times(0.5, a)),
              rod = audit_draw_body(k, v3_times(0.5, v3_add(a, b)));
    const int slider = audit_draw_body(k, b);
    draw_pin(k, 0, crank, v3(0, 0, 0), SAID_TO_BOTH);
    draw_pin(k, crank, rod, a, SAID_TO_BOTH);
    draw_pin(k, rod, slider, b, SAID_TO_BOTH);
    MechJoint *way = audit_draw_joint(k, PRISMATIC, 0, slider, b);
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

/* Everything that is drawn, in another attitude. */
static void turn_all(Mechanism *m, Quat4 by) {
    const Turn r = quat4_turn(by);
    for (int b = 1; b < m->bodies; b++) {
        m->body[b].at = turn_out(&r, m->body[b].at);
        m->body[b].attitude = quat4_unit(quat4_times(by, m->body[b].attitude));
    }
    for (int k = 0; k < m->joints; k++) {
        MechJoint *j = &m->joint[k];
        j->m = turn_out(&r, j->m);
        j->n = turn_out(&r, j->n);
        j->axis = turn_out(&r, j->axis);
        j->second = turn_out(&r, j->second);
    }
}

void audit_draw_family(Sketch *k) {
    const Family *family = choose_family(&k->chance);
    k->m->planar = !family->may_lift || !once_in(&k->chance, 3);
    if (family->draw == family_space) k->m->planar = false;
    snprintf(k->m->name, sizeof k->m->name, "%s", family->name);
    family->draw(k);
    if (!family->may_lift || k->m->planar) return;
    audit_note(k, "lifted");
    turn_all(k->m, quat4_about(audit_direction(k), uniform(&k->chance, 0, 3)));
}
