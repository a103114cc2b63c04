/* SPDX-License-Identifier: MIT
 *
 * Part of hinges.c, once for each number of LANES: so many hinges side by side, each in its own lane of a Num. All
 * is taken at the joints' points along ground axes; the z axis of a body's axes E is that of its joint, so that the
 * twist of a rate is (0, ez). theory (9.28)-(9.31) */
#define JOIN_(name, lanes) name##lanes
#define JOIN(name, lanes)  JOIN_(name, lanes)
#define Num       JOIN(Num, LANES)
#define Num3      JOIN(Num3_, LANES)
#define Shared    JOIN(Shared, LANES)
#define HingeIs   JOIN(HingeIs, LANES)
#define HingeNow  JOIN(HingeNow, LANES)
#define Load      JOIN(Load, LANES)
#define cross     JOIN(cross, LANES)
#define inner     JOIN(inner, LANES)
#define plus      JOIN(plus, LANES)
#define times     JOIN(times, LANES)
#define in_axes   JOIN(in_axes, LANES)
#define gather    JOIN(gather, LANES)
#define begin     JOIN(begin, LANES)
#define own       JOIN(own, LANES)
#define go_out    JOIN(go_out, LANES)
#define reduce    JOIN(reduce, LANES)
#define hand_up   JOIN(hand_up, LANES)
#define go_in     JOIN(go_in, LANES)
#define answer    JOIN(answer, LANES)

#if LANES == 1
typedef double Num;
#else
typedef double Num __attribute__((vector_size(LANES * sizeof(double)), aligned(sizeof(double))));
#endif
typedef struct { Num x, y, z; } Num3;

/* What children see of their parent: axes; angular velocity and acceleration, acceleration of the point, for no
 * acceleration of any rate; and what turning does to arms, w~ w~ + alpha~. */
typedef struct { Num3 ex, ey, ez, w, alpha, a, Mx, My, Mz; } Shared;

/* Constant. */
typedef struct {
    Num3 Kx, Ky, Kz; /* axes for no angle, in those of the parent */
    Num3 r;          /* from the parent's point, in the parent's axes */
    Num3 mk;         /* mass times the way to its centre, in its own axes */
    Num m, xx, yy, zz, xz, yz; /* mass, and inertia about the point; its axes are those with xy = 0 */
} HingeIs;

/* Of a body and all that hangs on it: articulated inertia (A H; H^T G), H row by row, and the force and moment for no
 * acceleration of any rate. */
typedef struct {
    Num axx, axy, axz, ayy, ayz, azz;
    Num3 hx, hy, hz;
    Num gxx, gxy, gxz, gyy, gyz, gzz;
    Num3 f, n;
} Load;

/* At one instant. */
typedef struct {
    Shared seen;
    Num3 r;
    Load load;
    Num3 uf, un;     /* I S */
    Num d, t;        /* 1 / S^T I S; effort that is left for the rate */
    Num3 line, turn; /* accelerations that the rates cause */
} HingeNow;

ALWAYS Num3 cross(Num3 a, Num3 b) {
    return (Num3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
ALWAYS Num inner(Num3 a, Num3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
ALWAYS Num3 plus(Num3 a, Num3 b) {
    return (Num3){a.x + b.x, a.y + b.y, a.z + b.z};
}
ALWAYS Num3 times(Num s, Num3 a) {
    return (Num3){s * a.x, s * a.y, s * a.z};
}
ALWAYS Num3 in_axes(Num3 ex, Num3 ey, Num3 ez, Num3 a) {
    return plus(plus(times(a.x, ex), times(a.y, ey)), times(a.z, ez));
}

/* What the hinges of a unit see, where their parents are not side by side as they are. */
ALWAYS const Shared *gather(const HingeUnit *unit, const HingeNow *now, const Shared *ground, Shared *room) {
    if (unit->straight) return unit->above < 0 ? ground : &now[unit->above].seen;
    for (int l = 0; l < LANES; l++) {
        const int slot = unit->up[l];
        const double *from = slot < 0 ? (const double *)ground : (const double *)&now[slot / LANES].seen + slot % LANES;
        double *to = (double *)room + l;
        for (int k = 0; k < (int)(sizeof *room / sizeof(Num)); k++) to[LANES * k] = from[LANES * k];
    }
    return room;
}

/* Where the joint is, and how it moves. theory (9.28) */
ALWAYS void begin(const HingeIs *is, const Shared *up, Num co, Num si, Num u, HingeNow *now) {
    Shared *e = &now->seen;
    const Num3 bx = in_axes(up->ex, up->ey, up->ez, is->Kx), by = in_axes(up->ex, up->ey, up->ez, is->Ky);
    const Num3 ez = in_axes(up->ex, up->ey, up->ez, is->Kz);
    const Num3 r = in_axes(up->ex, up->ey, up->ez, is->r);
    const Num3 w = plus(up->w, times(u, ez)), al = plus(up->alpha, times(u, cross(up->w, ez)));
    e->ex = plus(times(co, bx), times(si, by));
    e->ey = plus(times(co, by), times(-si, bx));
    e->ez = ez;
    e->w = w, e->alpha = al, now->r = r;
    e->a = (Num3){up->a.x + inner(up->Mx, r), up->a.y + inner(up->My, r), up->a.z + inner(up->Mz, r)};
    const Num xx = w.x * w.x, yy = w.y * w.y, zz = w.z * w.z, xy = w.x * w.y, xz = w.x * w.z, yz = w.y * w.z;
    e->Mx = (Num3){-(yy + zz), xy - al.z, xz + al.y};
    e->My = (Num3){xy + al.z, -(xx + zz), yz - al.x};
    e->Mz = (Num3){xz - al.y, yz + al.x, -(xx + yy)};
}

/* What the body is by itself: inertia about the point, and the force of its motion. theory (9.29) */
ALWAYS void own(const HingeIs *is, HingeNow *now) {
    const Shared *e = &now->seen;
    Load *to = &now->load;
    const Num3 ex = e->ex, ey = e->ey, ez = e->ez, w = e->w, al = e->alpha, a = e->a;
    const Num3 mk = in_axes(ex, ey, ez, is->mk);
    const Num zero = is->m - is->m;
    const Num3 jx = plus(times(is->xx, ex), times(is->xz, ez)), jy = plus(times(is->yy, ey), times(is->yz, ez));
    const Num3 jz = plus(plus(times(is->xz, ex), times(is->yz, ey)), times(is->zz, ez));
    const Num gxx = jx.x * ex.x + jy.x * ey.x + jz.x * ez.x, gxy = jx.x * ex.y + jy.x * ey.y + jz.x * ez.y;
    const Num gxz = jx.x * ex.z + jy.x * ey.z + jz.x * ez.z, gyy = jx.y * ex.y + jy.y * ey.y + jz.y * ez.y;
    const Num gyz = jx.y * ex.z + jy.y * ey.z + jz.y * ez.z, gzz = jx.z * ex.z + jy.z * ey.z + jz.z * ez.z;
    to->axx = to->ayy = to->azz = is->m;
    to->axy = to->axz = to->ayz = zero;
    to->hx = (Num3){zero, mk.z, -mk.y};
    to->hy = (Num3){-mk.z, zero, mk.x};
    to->hz = (Num3){mk.y, -mk.x, zero};
    to->gxx = gxx, to->gxy = gxy, to->gxz = gxz, to->gyy = gyy, to->gyz = gyz, to->gzz = gzz;
    const Num3 gx = {gxx, gxy, gxz}, gy = {gxy, gyy, gyz}, gz = {gxz, gyz, gzz};
    const Num3 spin = {inner(gx, w), inner(gy, w), inner(gz, w)}, turns = {inner(gx, al), inner(gy, al), inner(gz, al)};
    to->f = (Num3){is->m * a.x + inner(e->Mx, mk), is->m * a.y + inner(e->My, mk), is->m * a.z + inner(e->Mz, mk)};
    to->n = plus(plus(turns, cross(w, spin)), cross(mk, a));
}

static void go_out(const Hinges *h, HingeNow *now, Vec3 gravity, const double *q, const double *u) {
    const Num none = {0};
    const Shared ground = {.ex = {none + 1, none, none}, .ey = {none, none + 1, none}, .ez = {none, none, none + 1},
                           .a = {none - gravity.x, none - gravity.y, none - gravity.z}};
    const HingeIs *is = h->is;
    for (int k = 0; k < h->units; k++) {
        const HingeUnit *unit = &h->unit[k];
        Shared room;
        Num co, si, rate;
        for (int l = 0; l < LANES; l++) {
            const double angle = q[unit->node[l]];
            ((double *)&co)[l] = cos(angle), ((double *)&si)[l] = sin(angle);
            ((double *)&rate)[l] = u[unit->node[l]];
        }
        begin(&is[k], gather(unit, now, &ground, &room), co, si, rate, &now[k]);
        own(&is[k], &now[k]);
    }
}

/* Inertia and force that are left when the joint gives way, moved to the parent's point. theory (9.30) */
ALWAYS Load reduce(const HingeNow *now) {
    const Load *t = &now->load;
    const Num3 r = now->r, uf = now->uf, un = now->un, g = times(now->d, uf), m = times(now->d, un);
    const Num x = now->d * now->t;
    const Num axx = t->axx - g.x * uf.x, axy = t->axy - g.x * uf.y, axz = t->axz - g.x * uf.z,
              ayy = t->ayy - g.y * uf.y, ayz = t->ayz - g.y * uf.z, azz = t->azz - g.z * uf.z;
    const Num3 hx = {t->hx.x - g.x * un.x, t->hx.y - g.x * un.y, t->hx.z - g.x * un.z},
               hy = {t->hy.x - g.y * un.x, t->hy.y - g.y * un.y, t->hy.z - g.y * un.z},
               hz = {t->hz.x - g.z * un.x, t->hz.y - g.z * un.y, t->hz.z - g.z * un.z};
    const Num3 f = plus(t->f, times(x, uf)), n = plus(t->n, times(x, un));
    /* H' = H - A r~, then G' = G - H^T r~ + r~ H' */
    const Num3 vx = plus(hx, cross(r, (Num3){axx, axy, axz})), vy = plus(hy, cross(r, (Num3){axy, ayy, ayz})),
               vz = plus(hz, cross(r, (Num3){axz, ayz, azz}));
    return (Load){
        .axx = axx, .axy = axy, .axz = axz, .ayy = ayy, .ayz = ayz, .azz = azz,
        .hx = vx, .hy = vy, .hz = vz,
        .gxx = t->gxx - m.x * un.x + (r.y * (hz.x + vz.x) - r.z * (hy.x + vy.x)),
        .gxy = t->gxy - m.x * un.y + (r.z * hx.x - r.x * hz.x) + (r.y * vz.y - r.z * vy.y),
        .gxz = t->gxz - m.x * un.z + (r.x * hy.x - r.y * hx.x) + (r.y * vz.z - r.z * vy.z),
        .gyy = t->gyy - m.y * un.y + (r.z * (hx.y + vx.y) - r.x * (hz.y + vz.y)),
        .gyz = t->gyz - m.y * un.z + (r.x * hy.y - r.y * hx.y) + (r.z * vx.z - r.x * vz.z),
        .gzz = t->gzz - m.z * un.z + (r.x * (hy.z + vy.z) - r.y * (hx.z + vx.z)),
        .f = f, .n = plus(n, cross(r, f)),
    };
}

enum { JOIN(LOAD, LANES) = sizeof(Load) / sizeof(Num) };

/* To the parents: side by side, or each to its own. */
ALWAYS void hand_up(const HingeUnit *unit, const Load *load, HingeNow *now) {
    if (unit->straight) {
        Num *to = (Num *)&now[unit->above].load;
        const Num *from = (const Num *)load;
        for (int k = 0; k < JOIN(LOAD, LANES); k++) to[k] += from[k];
        return;
    }
    for (int l = 0; l < unit->lanes; l++) {
        const int slot = unit->up[l];
        if (slot < 0) continue;
        double *to = (double *)&now[slot / LANES].load + slot % LANES;
        const double *from = (const double *)load + l;
        for (int k = 0; k < LANES * JOIN(LOAD, LANES); k += LANES) to[k] += from[k];
    }
}

static void go_in(const Hinges *h, HingeNow *all, const double *effort) {
    for (int k = h->units - 1; k >= 0; k--) {
        const HingeUnit *unit = &h->unit[k];
        HingeNow *now = &all[k];
        const Load *t = &now->load;
        const Num3 e = now->seen.ez;
        Num push;
        for (int l = 0; l < LANES; l++) ((double *)&push)[l] = effort[unit->node[l]];
        now->uf = (Num3){inner(t->hx, e), inner(t->hy, e), inner(t->hz, e)};
        now->un = (Num3){t->gxx * e.x + t->gxy * e.y + t->gxz * e.z, t->gxy * e.x + t->gyy * e.y + t->gyz * e.z,
                         t->gxz * e.x + t->gyz * e.y + t->gzz * e.z};
        now->d = 1 / inner(e, now->un);
        now->t = push - inner(e, t->n);
        if (unit->straight && unit->above < 0) continue;
        const Load load = reduce(now);
        hand_up(unit, &load, all);
    }
}

/* Accelerations outwards. theory (9.31) */
static void answer(const Hinges *h, HingeNow *all, double *udot) {
    for (int k = 0; k < h->units; k++) {
        const HingeUnit *unit = &h->unit[k];
        HingeNow *now = &all[k];
        const Num zero = {0};
        Num3 line = {zero, zero, zero}, turn = line;
        if (unit->straight && unit->above >= 0) {
            line = all[unit->above].line, turn = all[unit->above].turn;
        } else {
            for (int l = 0; l < LANES; l++) {
                const int slot = unit->up[l];
                if (slot < 0) continue;
                const double *from = (const double *)&all[slot / LANES].line + slot % LANES;
                double *to = (double *)&line + l, *to_turn = (double *)&turn + l;
                for (int c = 0; c < 3; c++)
                    to[LANES * c] = from[LANES * c], to_turn[LANES * c] = from[LANES * (c + 3)];
            }
        }
        line = plus(line, cross(turn, now->r));
        const Num x = now->d * (now->t - inner(now->uf, line) - inner(now->un, turn));
        now->line = line, now->turn = plus(turn, times(x, now->seen.ez));
        for (int l = 0; l < unit->lanes; l++) udot[unit->node[l]] = ((const double *)&x)[l];
    }
}

#undef Num
#undef Num3
#undef Shared
#undef HingeIs
#undef HingeNow
#undef Load
#undef cross
#undef inner
#undef plus
#undef times
#undef in_axes
#undef gather
#undef begin
#undef own
#undef go_out
#undef reduce
#undef hand_up
#undef go_in
#undef answer
#undef JOIN
#undef JOIN_
#undef LANES
