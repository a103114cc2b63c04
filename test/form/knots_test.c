/* SPDX-License-Identifier: MIT
 *
 * Loops that are no dyads of plain pins and slides, from inside: drives within a dyad, couplings,
 * pins in slots, rods, bodies fixed to each other, and groups that only Newton's method closes.
 * What can be closed by itself is closed by itself; all of it moves as multipliers move it,
 * reactions included. */
#include "form/agree.h"
#include "form/kinds.h"

typedef struct {
    const char *name, *text;
    const char *cut;
    const char *kinds;
    int free;
} Kind;

#define TOP "planar\ngravity [0, -9.81] m/s^2\n"
#define RUN "run to 1 s every 0.05 s tol 1e-12\n"

/* A block on the crank's pin slides in a yoke. */
#define YOKE                                                                                       \
    TOP "body crank { link [0, 0] [0.1, 0.02] mass 1 kg inertia 0.01 kg*m^2 }\n"                   \
        "body block { at [0.1, 0.02] mass 0.3 kg inertia 0.001 kg*m^2 }\n"                         \
        "body yoke { at [0.3, 0] mass 2 kg inertia 0.01 kg*m^2 }\n"                                \
        "joint jO : revolute ground -- crank at [0, 0]\n"                                          \
        "joint jA : revolute crank -- block at [0.1, 0.02]\n"                                      \
        "joint jS : prismatic yoke -- block at [0.1, 0.02] axis y\n"                               \
        "joint jY : prismatic ground -- yoke at [0.3, 0] axis x\n"

#define OLDHAM                                                                                     \
    TOP "point M = [0.036, 0.048] m\npoint Q = [0.1, 0] m\n"                                       \
        "body d1 { at [0, 0] mass 1 kg inertia 0.01 kg*m^2 }\n"                                    \
        "body mid { at M mass 0.3 kg inertia 0.001 kg*m^2 }\n"                                     \
        "body d2 { at Q com local [0.01, 0] m mass 2 kg inertia 0.02 kg*m^2 }\n"                   \
        "joint jO : revolute ground -- d1 at [0, 0]\n"                                             \
        "joint s1 : prismatic d1 -- mid at [0, 0] M axis M\n"                                      \
        "joint s2 : prismatic d2 -- mid at Q M axis M - Q\n"                                       \
        "joint jQ : revolute ground -- d2 at Q\n"

#define SLIDER_CRANK                                                                               \
    "body crank { link [0, 0] [0.1, 0.05] mass 1 kg inertia 0.01 kg*m^2 }\n"                       \
    "body rod { link [0.1, 0.05] [0.4, 0] mass 1 kg inertia 0.01 kg*m^2 }\n"                       \
    "body slider { at [0.4, 0] mass 1 kg inertia 0.01 kg*m^2 }\n"                                  \
    "joint jO : revolute ground -- crank at [0, 0]\n"                                              \
    "joint jA : revolute crank -- rod at [0.1, 0.05]\n"                                            \
    "joint jB : revolute rod -- slider at [0.4, 0]\n"                                              \
    "joint jC : prismatic ground -- slider at [0.4, 0] axis x\n"

#define FOUR_BAR                                                                                   \
    "point D = [0.3, 0] m\npoint E = [0.32, 0.25] m\n"                                             \
    "body crank { link [0, 0] [0.1, 0] mass 1 kg inertia 0.01 kg*m^2 }\n"                          \
    "body bar { link [0.1, 0] E mass 1 kg inertia 0.01 kg*m^2 }\n"                                 \
    "body lever { link D E mass 1 kg inertia 0.01 kg*m^2 }\n"                                      \
    "joint jO : revolute ground -- crank at [0, 0]\njoint jA : revolute crank -- bar at [0.1, "    \
    "0]\n"                                                                                         \
    "joint jE : revolute bar -- lever at E\njoint jD : revolute ground -- lever at D\n"

#define WHEELS                                                                                     \
    "body g1 { at [2, 0] mass 1 kg inertia 0.01 kg*m^2 }\n"                                        \
    "body g2 { at [3, 0] com local [0.1, 0] m mass 1 kg inertia 0.02 kg*m^2 }\n"                   \
    "joint jP : revolute ground -- g1 at [2, 0]\njoint jQ : revolute ground -- g2 at [3, 0]\n"     \
    "joint gg : gear jP.angle -- jQ.angle ratio 2\n"

/* A body with three pins on three bars, of which one is on a crank: none of it is a dyad. */
#define TRIAD                                                                                      \
    "point A = [5.03, 0.02] m\npoint B = [5.3, 0.4] m\npoint C = [5.6, 0.5] m\n"                   \
    "point F = [5.45, 0.75] m\npoint G1 = [5.9, 0.1] m\npoint G2 = [5.2, 1.0] m\n"                 \
    "body arm { link [5, 0] A mass 1 kg inertia 0.01 kg*m^2 }\n"                                   \
    "body l1 { link A B mass 1 kg inertia 0.02 kg*m^2 }\n"                                         \
    "body T { link B C F mass 3 kg inertia 0.05 kg*m^2 }\n"                                        \
    "body l2 { link G1 C mass 1 kg inertia 0.02 kg*m^2 }\n"                                        \
    "body l3 { link G2 F mass 1 kg inertia 0.02 kg*m^2 }\n"                                        \
    "joint kO : revolute ground -- arm at [5, 0]\njoint kA : revolute arm -- l1 at A\n"            \
    "joint kB : revolute l1 -- T at B\njoint kC : revolute T -- l2 at C\n"                         \
    "joint kF : revolute T -- l3 at F\njoint kG1 : revolute ground -- l2 at G1\n"                  \
    "joint kG2 : revolute ground -- l3 at G2\n"

/* A boom and an arm with a cylinder each. */
#define EXCAVATOR                                                                                  \
    TOP "point P = [0.5, -0.4] m\npoint Q = [1.6, 0.9] m\npoint E = [3, 1.2] m\n"                  \
        "point R = [1.5, 1.4] m\npoint S = [2.9, 1.8] m\n"                                         \
        "body boom { link [0, 0] E mass 800 kg inertia 700 kg*m^2 }\n"                             \
        "body arm { link E [3.6, -0.8] mass 300 kg inertia 150 kg*m^2 }\n"                         \
        "body t1 { link P 0.5*(P+Q) mass 40 kg inertia 4 kg*m^2 }\n"                               \
        "body r1 { link Q 0.5*(P+Q) mass 20 kg inertia 2 kg*m^2 }\n"                               \
        "body t2 { link R 0.5*(R+S) mass 40 kg inertia 4 kg*m^2 }\n"                               \
        "body r2 { link S 0.5*(R+S) mass 20 kg inertia 2 kg*m^2 }\n"                               \
        "joint jO : revolute ground -- boom at [0, 0]\njoint jE : revolute boom -- arm at E\n"     \
        "joint a1 : revolute ground -- t1 at P\n"                                                  \
        "joint s1 : prismatic t1 -- r1 at 0.5*(P+Q) axis Q - P\n"                                  \
        "joint b1 : revolute r1 -- boom at Q\njoint a2 : revolute boom -- t2 at R\n"               \
        "joint s2 : prismatic t2 -- r2 at 0.5*(R+S) axis S - R\n"                                  \
        "joint b2 : revolute r2 -- arm at S\n"                                                     \
        "drive c1 : s1.travel = 0.2 m*sin(2 rad/s*time)\n"                                         \
        "drive c2 : s2.travel = 0.1 m*sin(3 rad/s*time)\n"

/* A crank whose pin is in a slot of a lever, or the other way round. */
#define SLOTTED(joint)                                                                             \
    TOP "body crank { link [0, 0.2] [0.08, 0.2] mass 0.5 kg inertia 4e-4 kg*m^2 }\n"               \
        "body lever { link [0, 0] [0.2, 0.5] mass 1.2 kg inertia 0.02 kg*m^2 }\n"                  \
        "joint jC : revolute ground -- crank at [0, 0.2]\n"                                        \
        "joint jO : revolute ground -- lever at [0, 0]\n" joint "start jC.rate = 9 rad/s\n" RUN

static const Kind kinds[] = {
    /* Two slides, one on the other. */
    {"scotch yoke", YOKE "start jO.rate = 12 rad/s\n" RUN, NULL, "P>P", 1},
    {"driven scotch yoke", YOKE "drive m : jO.angle = 12 rad/s*time\n" RUN, NULL, "P>P", 0},
    {"Oldham coupling", OLDHAM "start jO.rate = 12 rad/s\n" RUN, NULL, "P>P", 1},
    {"driven Oldham coupling", OLDHAM "drive m : jO.angle = 12 rad/s*time\n" RUN, NULL, "P>P", 0},
    /* Groups that have nothing to do with each other. */
    {"slider-crank and wheels",
     TOP SLIDER_CRANK WHEELS "start jO.rate = 12 rad/s, jP.rate = 3 rad/s\n" RUN, NULL, "R-P 1", 2},
    {"slider-crank and triad",
     TOP SLIDER_CRANK TRIAD "start jO.rate = 12 rad/s\ndrive m : kO.angle = 6 rad/s*time\n" RUN,
     NULL, "4 R-P", 1},
    {"free triad", TOP TRIAD "start kO.rate = 6 rad/s\n" RUN, NULL, "R-R R>R", 1},
    {"everything",
     TOP SLIDER_CRANK WHEELS TRIAD "start jO.rate = 12 rad/s, jP.rate = 3 rad/s\n"
                                   "drive m : kO.angle = 6 rad/s*time\n" RUN,
     NULL, "4 R-P 1", 2},
    /* Drives within. */
    {"excavator", EXCAVATOR RUN, NULL, "R-R! R-R!", 0},
    {"excavator cut at the boom", EXCAVATOR RUN, "jO", "2 R-R!", 0},
    {"excavator cut at a foot", EXCAVATOR RUN, "a1", "R>R! R-R!", 0},
    {"driven elbow",
     TOP "body upper { link [0, 0] [0.3, 0.2] mass 1 kg inertia 0.01 kg*m^2 }\n"
         "body lower { link [0.3, 0.2] [0.5, -0.1] mass 1 kg inertia 0.01 kg*m^2 }\n"
         "body slider { at [0.5, -0.1] mass 1 kg inertia 0.01 kg*m^2 }\n"
         "joint jO : revolute ground -- upper at [0, 0]\n"
         "joint jE : revolute upper -- lower at [0.3, 0.2]\n"
         "joint jB : revolute lower -- slider at [0.5, -0.1]\n"
         "joint jC : prismatic ground -- slider at [0.5, -0.1] axis x\n"
         "drive m : jE.angle = 0.3*sin(5 rad/s*time)\n" RUN,
     NULL, "R-P!", 0},
    /* Couplings. */
    {"five-bar with geared cranks",
     TOP
     "body c1 { link [0, 0] [0, 0.1] mass 1 kg inertia 0.01 kg*m^2 }\n"
     "body c2 { link [0.3, 0] [0.35, 0.1] mass 1 kg inertia 0.01 kg*m^2 }\n"
     "body b1 { link [0, 0.1] [0.2, 0.4] mass 1 kg inertia 0.01 kg*m^2 }\n"
     "body b2 { link [0.35, 0.1] [0.2, 0.4] mass 1 kg inertia 0.01 kg*m^2 }\n"
     "joint j1 : revolute ground -- c1 at [0, 0]\njoint j2 : revolute ground -- c2 at [0.3, 0]\n"
     "joint j3 : revolute c1 -- b1 at [0, 0.1]\njoint j4 : revolute c2 -- b2 at [0.35, 0.1]\n"
     "joint j5 : revolute b1 -- b2 at [0.2, 0.4]\njoint gg : gear j1.angle -- j2.angle ratio -2\n"
     "start j1.rate = 9 rad/s\n" RUN,
     NULL, "1 R-R", 1},
    {"rack on the lever of a four-bar",
     TOP FOUR_BAR "body bench { at [0.3, -0.2] mass 3 kg inertia 0.1 kg*m^2 }\n"
                  "joint jR : prismatic ground -- bench at [0.3, -0.2] axis x\n"
                  "joint rr : rack jD.angle -- jR.travel radius 0.05 m\n"
                  "start jO.rate = 30 rad/s\n" RUN,
     NULL, "R-R 1", 1},
    /* One row, one coordinate. */
    {"pin in the slot of a lever",
     SLOTTED("joint jS : pin-in-slot lever -- crank at [0, 0] [0.08, 0.2] axis [0.08, 0.2]\n"),
     NULL, "1", 1},
    {"slot in a lever that is on the crank",
     SLOTTED("joint jS : pin-in-slot crank -- lever at [0, 0.2] [0.08, 0.2] axis [1, 0]\n"), NULL,
     "1", 1},
    {"pin in the slot of a yoke",
     TOP "body crank { link [0, 0] [0.1, 0.02] mass 1 kg inertia 0.01 kg*m^2 }\n"
         "body yoke { at [0.3, 0] mass 2 kg inertia 0.01 kg*m^2 }\n"
         "joint jO : revolute ground -- crank at [0, 0]\n"
         "joint jY : prismatic ground -- yoke at [0.3, 0] axis x\n"
         "joint jS : pin-in-slot yoke -- crank at [0.1, 0.02] axis [0.2, 1]\n"
         "start jO.rate = 12 rad/s\n" RUN,
     NULL, "1", 1},
    {"quick return", "model/quick_return.jd", NULL, "R>P 1", 0},
    {"four-bar with a rod",
     TOP "body crank { link [0, 0] [0.1, 0] mass 1 kg inertia 0.01 kg*m^2 }\n"
         "body lever { link [0.3, 0] [0.32, 0.25] mass 1 kg inertia 0.01 kg*m^2 }\n"
         "joint jO : revolute ground -- crank at [0, 0]\n"
         "joint jD : revolute ground -- lever at [0.3, 0]\n"
         "joint jL : rod crank -- lever at [0.1, 0] [0.32, 0.25]\nstart jO.rate = 9 rad/s\n" RUN,
     NULL, "1", 1},
    {"slider-crank with a rod",
     TOP "body crank { link [0, 0] [0.1, 0.05] mass 1 kg inertia 0.01 kg*m^2 }\n"
         "body slider { at [0.4, 0] mass 1 kg inertia 0.01 kg*m^2 }\n"
         "joint jO : revolute ground -- crank at [0, 0]\n"
         "joint jC : prismatic ground -- slider at [0.4, 0] axis x\n"
         "joint jL : rod crank -- slider at [0.1, 0.05] [0.4, 0]\nstart jO.rate = 9 rad/s\n" RUN,
     NULL, "1", 1},
    /* Bodies fixed to those of a dyad; slides that close loops because somebody says so. */
    {"four-bar of bodies fixed to each other",
     TOP
     "body crank { link [0, 0] [0.1, 0] mass 1 kg inertia 0.01 kg*m^2 }\n"
     "body bar { link [0.1, 0] [0.2, 0.2] mass 1 kg inertia 0.01 kg*m^2 }\n"
     "body tip { link [0.2, 0.2] [0.32, 0.25] mass 1 kg inertia 0.01 kg*m^2 }\n"
     "body lever { link [0.3, 0] [0.32, 0.25] mass 1 kg inertia 0.01 kg*m^2 }\n"
     "joint jO : revolute ground -- crank at [0, 0]\njoint jA : revolute crank -- bar at [0.1, 0]\n"
     "joint jF : fixed bar -- tip at [0.2, 0.2]\njoint jE : revolute tip -- lever at [0.32, 0.25]\n"
     "joint jD : revolute ground -- lever at [0.3, 0]\nstart jO.rate = 9 rad/s\n" RUN,
     "jE", "R-R", 1},
    {"slider-crank cut at its slide", TOP SLIDER_CRANK "start jO.rate = 12 rad/s\n" RUN, "jC", "2",
     1},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* What asks for more than counting rows and coordinates; `kinds` NULL: it has no closed form. */
static const Kind hard[] = {
    {"coupling with a slide that is not drawn at zero",
     TOP "body b1 { at [1, 0] mass 0.6 kg inertia 0.15 kg*m^2 }\n"
         "body b2 { at [0.3, -1.3] mass 1.1 kg inertia 0.09 kg*m^2 }\n"
         "body b3 { at [0, -0.3] mass 0.7 kg inertia 0.13 kg*m^2 }\n"
         "joint j0 : prismatic ground -- b1 at [0.7, 0.1] axis [0, 1]\n"
         "joint j1 : revolute b2 -- ground at [0.1, -0.9]\n"
         "joint j2 : coupling j0.travel -- j1.angle ratio -0.4\n"
         "joint j3 : prismatic b1 -- b3 at [0.2, -0.1], [0.2, 0] axis [0, 1]\n"
         "joint j4 : coupling j1.angle -- j3.travel ratio -0.16\n"
         "start j0.speed = 0.76 m/s\n" RUN,
     NULL, "1 1", 1},
    {"gear that is closed together with a rod, its wheels not drawn at zero",
     TOP "body b1 { at [0.3, -0.9] angle 0.3 mass 0.4 kg inertia 0.2 kg*m^2 }\n"
         "body b2 { at [0, 0.2] mass 2.8 kg inertia 0.03 kg*m^2 }\n"
         "body b3 { at [0.4, -0.3] angle -0.2 mass 0.7 kg inertia 0.23 kg*m^2 }\n"
         "body b4 { at [1.3, 0] angle 0.7 mass 0.5 kg inertia 0.05 kg*m^2 }\n"
         "joint j0 : rod b1 -- ground at [-0.5, -0.6], [-0.6, -0.6]\n"
         "joint j1 : prismatic ground -- b2 at [0.2, 0.4] axis [-0.8, 0.6]\n"
         "joint j2 : revolute b1 -- b3 at [0.9, -0.5]\n"
         "joint j3 : prismatic b3 -- b2 at [-0.4, -0.4] axis [-0.25, -0.97]\n"
         "joint j4 : revolute ground -- b4 at [1, 0.6]\n"
         "joint j5 : gear j2.angle -- j4.angle ratio 0.36\n"
         "start j1.speed = 1 m/s\nrun to 0.4 s every 0.05 s tol 1e-12\n",
     NULL, "2", 2},
    /* Seen only if pivots are measured by what they are elsewhere. */
    {"dead point of several coordinates",
     TOP "body b1 { at [0.3, -0.9] mass 0.4 kg inertia 0.2 kg*m^2 }\n"
         "body b2 { at [0, 0.2] mass 2.8 kg inertia 0.03 kg*m^2 }\n"
         "body b3 { at [0.4, -0.3] mass 0.7 kg inertia 0.23 kg*m^2 }\n"
         "body b4 { at [1.3, 0] mass 0.5 kg inertia 0.05 kg*m^2 }\n"
         "joint j0 : rod b1 -- ground at [-0.5, -0.6], [-0.6, -0.6]\n"
         "joint j1 : prismatic ground -- b2 at [0.2, 0.4] axis [-0.8, 0.6]\n"
         "joint j2 : revolute b1 -- b3 at [0.9, -0.5]\n"
         "joint j3 : prismatic b3 -- b2 at [-0.4, -0.4] axis [-0.25, -0.97]\n"
         "joint j4 : revolute ground -- b4 at [1, 0.6]\n"
         "joint j5 : gear j2.angle -- j4.angle ratio 0.36\n"
         "start j1.speed = 1 m/s\n" RUN,
     NULL, "2", 2},
    /* Singular wherever they are. */
    {"bead that turns about the point where it is held",
     TOP "body crank { link [0, 0], [0.3, 0.4] mass 1 kg inertia 0.1 kg*m^2 }\n"
         "body rod { link [0.3, 0.4], [1.5, 1] mass 1 kg inertia 0.1 kg*m^2 }\n"
         "body bead { at [1.5, 1] mass 0.5 kg point }\n"
         "body rocker { link [1, 0], [1.5, 1] mass 1 kg inertia 0.1 kg*m^2 }\n"
         "joint jO : revolute ground -- crank at [0, 0]\n"
         "joint jA : revolute crank -- rod at [0.3, 0.4]\n"
         "joint jB : revolute rod -- bead at [1.5, 1]\n"
         "joint jC : revolute bead -- rocker at [1.5, 1]\n"
         "joint jD : revolute ground -- rocker at [1, 0]\n"
         "start jO.rate = 2 rad/s\n" RUN,
     "jB", NULL, 2},
    {"slides that let nothing turn",
     TOP "body b3 { at [0, -0.2] mass 3 kg inertia 0.04 kg*m^2 }\n"
         "body b4 { at [-0.5, 0.3] mass 1.8 kg inertia 0.3 kg*m^2 }\n"
         "body b6 { at [0.8, -0.1] mass 1.8 kg inertia 0.2 kg*m^2 }\n"
         "joint j3 : revolute ground -- b4 at [-1, 0.4]\n"
         "joint j4 : prismatic b4 -- b3 at [-0.2, 0.1] axis [1, 0.2]\n"
         "joint j7 : prismatic ground -- b6 at [0.9, -0.2] axis [0.8, -0.5]\n"
         "joint j8 : prismatic b6 -- b3 at [0.7, 0.1] axis [-0.9, -0.4]\n" RUN,
     "j8", NULL, 1},
    /* As a dependent one it would turn a million times as fast as the rest. */
    {"link of hardly any length",
     TOP "body k1 { link [0, 0], [0.3, 0.4] mass 1 kg inertia 0.1 kg*m^2 }\n"
         "body k2 { at [0.3, 0.4] mass 1 kg inertia 0.1 kg*m^2 }\n"
         "body k3 { link [0.300001, 0.4], [1.5, 1] mass 1 kg inertia 0.1 kg*m^2 }\n"
         "body k4 { link [1, 0], [1.5, 1] mass 1 kg inertia 0.1 kg*m^2 }\n"
         "joint jO : revolute ground -- k1 at [0, 0]\n"
         "joint jA : revolute k1 -- k2 at [0.3, 0.4]\n"
         "joint jB : revolute k2 -- k3 at [0.300001, 0.4]\n"
         "joint jC : revolute k3 -- k4 at [1.5, 1]\n"
         "joint jD : revolute ground -- k4 at [1, 0]\n"
         "start jO.rate = 2 rad/s, jA.rate = 1 rad/s\nrun to 0.5 s every 0.05 s tol 1e-12\n",
     NULL, "R>R", 2},
};
enum { HARD = sizeof hard / sizeof *hard };

static Case open_kind(const Kind *kind, const char *form, bool spatial) {
    JdLog *log = jd_log_new();
    const JdReadDef read = {.spatial = spatial};
    const bool minimal = strcmp(form, "minimal") == 0;
    return open_model(
        strncmp(kind->text, "model/", 6) == 0
            ? jd_model_read_file(kind->text, read, log)
            : jd_model_read_text(kind->name, kind->text, strlen(kind->text), read, log),
        log, (JdCompileDef){.form = form, .cut = minimal ? kind->cut : NULL}, (JdRunDef){0});
}

static void check_kind(const Kind *kind, bool spatial) {
    Case a = open_kind(kind, "newton-euler", spatial), b = open_kind(kind, "minimal", spatial);
    const MinimalPlan *plan = b.system->plan;
    char is[128];
    write_kinds(plan->chain, is, sizeof is);
    print_message("%s: %s\n", kind->name, plan->chain ? is : "by Newton");
    assert_non_null(plan->chain);
    check_text(is, kind->kinds);
    assert_int_equal(plan->free, kind->free);
    const FormCount count = b.system->form->count(b.system);
    int iterated = 0;
    for (int k = 0; k < plan->chain->knots; k++)
        if (plan->chain->knot[k].unknowns > 1) iterated += plan->chain->knot[k].unknowns;
    assert_int_equal(count.iterates, iterated > 0);
    Record wanted = record_run(&a), has = record_run(&b);
    check_difference(record_compare(&a, &wanted, &has), 1e-9, kind->name);
    record_free(&wanted);
    record_free(&has);
    close_case(&a);
    close_case(&b);
}

static void what_can_be_closed_by_itself_is_in_the_plane(void **state) {
    (void)state;
    for (int n = 0; n < KINDS; n++) check_kind(&kinds[n], false);
}

/* The same models as bodies in space: joints have more rows there, of which the plane knows some.
 */
static void it_is_in_space_too(void **state) {
    (void)state;
    for (int n = 0; n < KINDS; n++) check_kind(&kinds[n], true);
}

/* By the closed form or without, whatever is counted: the motion is the same. */
static void what_is_no_good_in_closed_form_moves_all_the_same(void **state) {
    (void)state;
    for (int n = 0; n < HARD; n++) {
        Case a = open_kind(&hard[n], "newton-euler", false),
             b = open_kind(&hard[n], "minimal", false);
        const MinimalPlan *plan = b.system->plan;
        char is[128] = "";
        if (plan->chain) write_kinds(plan->chain, is, sizeof is);
        print_message("%s: %s\n", hard[n].name, plan->chain ? is : "by Newton");
        assert_int_equal(plan->chain != NULL, hard[n].kinds != NULL);
        if (plan->chain) check_text(is, hard[n].kinds);
        assert_int_equal(plan->free, hard[n].free);
        Record wanted = record_run(&a), has = record_run(&b);
        check_difference(record_compare(&a, &wanted, &has), 1e-7, hard[n].name);
        record_free(&wanted);
        record_free(&has);
        close_case(&a);
        close_case(&b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_can_be_closed_by_itself_is_in_the_plane),
        cmocka_unit_test(it_is_in_space_too),
        cmocka_unit_test(what_is_no_good_in_closed_form_moves_all_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
