/* SPDX-License-Identifier: MIT
 *
 * A mechanism that runs away: theory 6.20. What is thrown, falls or is driven grows with a
 * power of time; what grows by itself, such as a controller with the wrong sign makes it, grows
 * like exp(t), and comes out at sizes that mean nothing. Let x be how far the farthest body is
 * away, or how far the fastest has turned in all. Of x = (t - t0)^p the number x' (t - t1)/x, t1
 * being an instant behind t0, is at most p; of an exponential it grows without end. */
#include "run/inside.h"

enum { LOOK_EVERY = 40 }; /* evaluations between two looks: they cost next to nothing */

/* Of the largest distance at the start, or rad: from where on the growth is looked at, and where it
 * is worth a word. */
static const double from_away = 1e2, far_away = 1e6, from_turned = 1, far_turned = 1e4;
static const double highest_power = 6; /* nothing that is driven on purpose grows faster */

/* The largest of all bodies, and whose. */
typedef struct {
    double most;
    int body;
} Largest;

static void take(Largest *largest, double value, int body) {
    if (value > largest->most) *largest = (Largest){value, body};
}

typedef struct {
    Largest away, rate;
    const double *q, *v;
} Seen;

static Seen see(JdRun *run) {
    const JdSystem *s = run->system;
    const Kernel *kernel = s->kernel;
    const int linear = kernel->linear;
    Seen seen = {.q = run->beside.q, .v = run->beside.a};
    jd_run_recover(run, LEVEL_VELOCITY);
    kernel->read(s, &run->motion, run->beside.q, run->beside.a);
    for (int b = 1; b < s->bodies; b++) {
        const double *p = seen.q + (b - 1) * kernel->nq, *v = seen.v + (b - 1) * kernel->nv;
        double square = 0, turning = 0;
        for (int c = 0; c < linear; c++) square += p[c] * p[c];
        for (int c = linear; c < kernel->nv; c++) turning += v[c] * v[c];
        take(&seen.away, sqrt(square), b);
        take(&seen.rate, sqrt(turning), b);
    }
    return seen;
}

void jd_flung_begin(JdRun *run) {
    if (run->system->bodies == 1) return;
    const Seen seen = see(run);
    run->flung = (Flung){.size = fmax(run->system->length, seen.away.most),
                         .rate = seen.rate.most,
                         .away_since = INFINITY,
                         .turned_since = INFINITY};
}

/* "force 'motor' gives 12 W": the one that gives most there. */
static void hint_who(JdRun *run) {
    const JdSystem *s = run->system;
    const SystemForce *most = NULL;
    double power = 0;
    jd_run_recover(run, LEVEL_ACCELERATION);
    for (int k = 0; k < s->forces; k++)
        if (run->motion.power[k] > power) power = run->motion.power[k], most = &s->force[k];
    if (!most) return;
    jd_hint(run->log,
            "force '%s' drives it, with %.2g W there: if it is to hold or to control something, "
            "look at its sign",
            most->name, power);
}

static void tell(JdRun *run, int body, const char *how) {
    const SystemBody *found = &run->system->body[body];
    run->flung.told = true;
    jd_report(run->log, JD_WARNING, "body-flung", found->where,
              "at t = %.4g s body '%s' %s and gets ever faster: it runs away, and nothing holds it",
              run->t, found->name, how);
    hint_who(run);
}

void jd_flung_watch(JdRun *run) {
    Flung *f = &run->flung;
    const bool unstable = run->stiff.told && !run->stepper->adaptive; /* it was told why */
    if (f->told || unstable || run->system->bodies == 1) return;
    if (run->cost.evaluations - f->looked_at < LOOK_EVERY) return;
    const Seen seen = see(run);
    const Kernel *kernel = run->system->kernel;
    const double *p = seen.q + (seen.away.body - 1) * kernel->nq,
                 *v = seen.v + (seen.away.body - 1) * kernel->nv;
    double outward = 0; /* times the distance */
    for (int c = 0; c < kernel->linear && seen.away.body; c++) outward += p[c] * v[c];
    f->turned += 0.5 * (f->rate + seen.rate.most) * (run->t - f->looked_t);
    f->rate = seen.rate.most;
    f->looked_at = run->cost.evaluations, f->looked_t = run->t;
    if (seen.away.most > from_away * f->size) f->away_since = fmin(f->away_since, run->t);
    if (f->turned > from_turned) f->turned_since = fmin(f->turned_since, run->t);

    const double far = seen.away.most;
    char how[100];
    if (far > far_away * f->size &&
        outward * (run->t - f->away_since) > highest_power * far * far) {
        snprintf(how, sizeof how, "is %.2g m away", far);
        tell(run, seen.away.body, how);
    } else if (f->turned > far_turned &&
               f->rate * (run->t - f->turned_since) > highest_power * f->turned) {
        snprintf(how, sizeof how, "turns at %.2g rad/s", f->rate);
        tell(run, seen.rate.body, how);
    }
}
