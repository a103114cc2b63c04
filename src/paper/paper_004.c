/* SPDX-License-Identifier: MIT
 *
 * Boudon, Dang, Margetts, Borutzky, Malburet: bond graphs of a pendulum and of a slider-crank in
 * space. Their methods are formulations here: Lagrange multipliers (MSe) are newton-euler,
 * parasitic elements (R/C) are elastic with all joints, minimal coordinates are minimal. */
#include "paper/paper_004.h"
#include <string.h>

enum { MODELS = 3, METHODS = 3, STAGES = 4 };
enum { PENDULUM, HYPERSTATIC, ISOSTATIC };

static const struct {
    const char *file, *name, *output;
    double until, stiffness;
} models[MODELS] = {
    {"pendulum_004.jd", "pendulum", "bar.rate", 10, 1e6},
    {"slider_crank_004_hyperstatic.jd", "hyperstatic", "piston.vx", 5, 1e7},
    {"slider_crank_004_isostatic.jd", "isostatic", "piston.vx", 5, 1e7},
};
static const double damping = 200; /* N*s/m, Tables 6 and 7 */

/* The first is what the others are compared with. */
static const struct {
    const char *name, *form;
} methods[METHODS] = {{"minimal coordinates", "minimal"},
                      {"multipliers (MSe)", "newton-euler"},
                      {"parasitic elements (R/C)", "elastic"}};
static const char *const times_printed[MODELS][METHODS] = {
    {"0.015", "0.050 or 0.040", "0.145 or 0.6"},
    {"-", "-", "0.5 or 0.45"},
    {"0.19", "0.330 or 0.300", "0.51 or 0.4"}};

typedef struct {
    PaperJob *job;
    JdModel *model[MODELS];
    Trial trial[MODELS][METHODS];
    Measure measure[MODELS][METHODS];
    bool measured[MODELS][METHODS];
    double *times[MODELS];
    int time_count;
} Work;

/* ---- Runs ----------------------------------------------------------------------------------- */

static TrialDef trial_def(const Work *work, int which, int method) {
    TrialDef def = {.compile = {.form = methods[method].form},
                    .run = {.until = models[which].until, .tol = 1e-10},
                    .outputs = &models[which].output,
                    .output_count = 1,
                    .times = work->times[which],
                    .time_count = work->time_count,
                    .joint = ""};
    if (strcmp(methods[method].form, "elastic") != 0) return def;
    def.compile.elastic = "all";
    def.compile.stiffness = models[which].stiffness;
    def.compile.damping = damping;
    return def;
}

static bool run_all(Work *work) {
    App *app = work->job->app;
    work->time_count = 1001;
    for (int w = 0; w < MODELS; w++) {
        work->model[w] = jd_paper_model(work->job, models[w].file, NULL);
        work->times[w] = ARENA_NEW(&app->arena, double, work->time_count);
        if (!work->model[w] || !work->times[w]) return false;
        for (int n = 0; n < work->time_count; n++)
            work->times[w][n] = models[w].until * n / (work->time_count - 1);
        for (int m = 0; m < METHODS; m++) {
            const TrialDef def = trial_def(work, w, m);
            if (!jd_trial(app, work->model[w], &def, &work->trial[w][m])) return false;
            if (work->trial[w][m].stopped) return false;
            work->measured[w][m] =
                work->trial[w][m].done &&
                jd_measure(work->model[w], def.compile, def.run, &work->measure[w][m]);
        }
    }
    return true;
}

/* ---- Tables 2 to 4: coordinates and locks --------------------------------------------------- */

/* Locks of each joint in the order of the loop. */
static bool count_locks(Work *work, int which, int locks[STAGES]) {
    for (int k = 0; k < STAGES; k++) {
        JdJointInfo joint;
        if (!jd_model_joint(work->model[which], k, &joint)) return false;
        locks[k] = joint.locks;
    }
    return true;
}

static void whole_cell(PaperJob *job, int printed, int value) {
    const bool same = printed == value;
    if (same)
        job->held++;
    else
        job->missed++;
    jd_page_value(&job->page, value,
                  jd_arena_format(&job->page.arena, "%d%s", value, same ? "" : "!"));
}

static void write_stages(Work *work, int which, const char *key, const char *heading,
                         const int printed[STAGES][2]) {
    static const char *const joints[STAGES] = {"frame, crank", "crank, rod", "rod, piston",
                                               "piston, frame"};
    PaperJob *job = work->job;
    Page *page = &job->page;
    int locks[STAGES], left = 0;
    if (!count_locks(work, which, locks)) return;
    jd_page_heading(page, heading);
    jd_page_table(page, key, "between locks_printed ours dof_printed ours_dof");
    for (int k = 0; k < STAGES; k++) {
        /* The last joint takes from what the others left. */
        const int dof = k < STAGES - 1 ? 6 - locks[k] : left - locks[k];
        left += dof;
        jd_page_cell(page, joints[k]);
        jd_page_number(page, printed[k][0]);
        whole_cell(job, printed[k][0], locks[k]);
        jd_page_number(page, printed[k][1]);
        whole_cell(job, printed[k][1], dof);
    }
    jd_page_end(page);
}

static void write_table_4(Work *work) {
    static const char *const labels[4] = {"coordinates", "locks", "mobility", "redundant locks"};
    static const int printed[4][2] = {{18, 18}, {20, 17}, {1, 1}, {3, 0}};
    PaperJob *job = work->job;
    Page *page = &job->page;
    JdCheck check[2] = {{0}};
    JdLog *log = jd_log_new();
    for (int k = 0; k < 2; k++)
        jd_check(work->model[HYPERSTATIC + k], (JdCompileDef){0}, &check[k], log);
    jd_log_free(log);
    jd_page_heading(page, "Table 4: hyperstatic and isostatic");
    jd_page_table(page, "table_4", "number of hyperstatic isostatic");
    for (int row = 0; row < 4; row++) {
        jd_page_cell(page, labels[row]);
        jd_page_cell(page, "printed");
        for (int k = 0; k < 2; k++) jd_page_number(page, printed[row][k]);
        jd_page_cell(page, "");
        jd_page_cell(page, "ours");
        for (int k = 0; k < 2; k++) {
            const int ours[4] = {check[k].coordinates, check[k].locks, check[k].freedoms,
                                 check[k].redundant};
            whole_cell(job, printed[row][k], ours[row]);
        }
    }
    jd_page_cell(page, "rank of the locks");
    jd_page_cell(page, "ours");
    for (int k = 0; k < 2; k++) jd_page_number(page, check[k].rank);
    jd_page_end(page);
}

static void write_counts(Work *work) {
    static const int table_2[STAGES][2] = {{5, 1}, {5, 1}, {5, 1}, {5, -2}};
    static const int table_3[STAGES][2] = {{5, 1}, {4, 2}, {3, 3}, {5, 1}};
    write_stages(work, HYPERSTATIC, "table_2", "Table 2: the hyperstatic slider-crank", table_2);
    write_stages(work, ISOSTATIC, "table_3", "Table 3: the isostatic slider-crank", table_3);
    write_table_4(work);
}

/* ---- Tables 1 and 5: times ------------------------------------------------------------------ */

static void write_times(Work *work) {
    Page *page = &work->job->page;
    jd_page_heading(page, "Tables 1 and 5: computing times [s] (printed: vector or scalar bonds)");
    jd_page_table(page, "table_1_5", "model method printed ours steps evaluations unknowns");
    for (int w = 0; w < MODELS; w++)
        for (int m = 0; m < METHODS; m++) {
            const Trial *trial = &work->trial[w][m];
            const double seconds = work->measured[w][m] ? work->measure[w][m].seconds : NAN;
            jd_page_cell(page, m ? "" : models[w].name);
            jd_page_cell(page, methods[m].name);
            jd_page_right(page, times_printed[w][m]);
            jd_page_value(page, seconds, jd_cell_number(page, seconds, 2));
            const double counts[3] = {trial->done ? (double)trial->cost.steps : NAN,
                                      trial->done ? (double)trial->cost.evaluations : NAN,
                                      trial->count.coordinates + trial->count.multipliers};
            for (int k = 0; k < 3; k++)
                jd_page_value(page, counts[k], jd_cell_number(page, counts[k], 4));
        }
    jd_page_end(page);
    for (int w = 0; w < MODELS; w++)
        for (int m = 0; m < METHODS; m++)
            if (!work->trial[w][m].done)
                jd_page_text(page, "  %s, %s: %s [%s]\n", models[w].name, methods[m].name,
                             work->trial[w][m].message, work->trial[w][m].code);
}

/* ---- Figures 21 and 31: differences from minimal coordinates -------------------------------- */

typedef struct {
    double most, when;
} Off;

/* Up to a time. Both slider-cranks move alike; as in the paper the isostatic one is the measure. */
static Off off(const Work *work, int which, int method, double until) {
    const Trial *first = &work->trial[which == PENDULUM ? PENDULUM : ISOSTATIC][0];
    const Trial *own = &work->trial[which][method];
    Off to = {NAN, NAN};
    if (!first->done || !own->done) return to;
    for (int n = 0; n < work->time_count && work->times[which][n] <= until; n++) {
        const double now = fabs(own->samples[n] - first->samples[n]);
        if (now <= to.most) continue;
        to = (Off){now, work->times[which][n]};
    }
    return to;
}

/* How long a difference stays below a limit. */
static double below_until(const Work *work, int which, int method, double limit) {
    double good = 0;
    for (int n = 0; n < work->time_count; n++) {
        if (!(off(work, which, method, work->times[which][n]).most < limit)) break;
        good = work->times[which][n];
    }
    return good;
}

static void write_figure_21(Work *work) {
    Page *page = &work->job->page;
    jd_page_heading(page,
                    "Figure 21: pendulum, angular velocity against minimal coordinates [rad/s]");
    jd_page_table(page, "figure_21", "method largest at_time at_10_s printed");
    for (int m = 1; m < METHODS; m++) {
        const Off most = off(work, PENDULUM, m, INFINITY);
        const Trial *own = &work->trial[PENDULUM][m], *first = &work->trial[PENDULUM][0];
        const bool done = own->done && first->done;
        const int last = work->time_count - 1;
        jd_page_cell(page, methods[m].name);
        jd_page_value(page, most.most, jd_paper_text(page, most.most, 1));
        jd_page_value(page, most.when, jd_cell_number(page, most.when, 3));
        const double end = done ? fabs(own->samples[last] - first->samples[last]) : NAN;
        jd_page_value(page, end, jd_paper_text(page, end, 1));
        jd_page_cell(page, m == 1 ? "small" : "a short peak at the start");
    }
    jd_page_end(page);
}

static void write_figure_31(Work *work) {
    static const double spans[] = {1, 2, 2.5, 5};
    const double limit = 4e-3;
    PaperJob *job = work->job;
    Page *page = &job->page;
    jd_page_heading(page,
                    "Figure 31: piston velocity against minimal coordinates [m/s], largest up to");
    jd_page_table(page, "figure_31", "model method 1_s 2_s 2.5_s 5_s below_4e-3_until");
    for (int w = HYPERSTATIC; w < MODELS; w++)
        for (int m = 1; m < METHODS; m++) {
            jd_page_cell(page, m > 1 ? "" : models[w].name);
            jd_page_cell(page, methods[m].name);
            for (int k = 0; k < 4; k++) {
                const double most = off(work, w, m, spans[k]).most;
                jd_page_value(page, most, jd_paper_text(page, most, 1));
            }
            const double good = below_until(work, w, m, limit);
            jd_page_value(page, good, jd_arena_format(&page->arena, "%.3g s", good));
            if (good >= 2.5)
                job->held++;
            else
                job->missed++;
        }
    jd_page_end(page);
    jd_page_text(page,
                 "Printed: below 4e-3, over a time that is not printed. What grows with parasitic "
                 "elements is physical: they stretch under the centrifugal forces of a crank that "
                 "turns ever faster, and ten times stiffer ones differ ten times less.\n");
}

/* ---- Appendix 2: relations between velocities ----------------------------------------------- */

typedef struct {
    const char *equation, *quantity;
    double printed, ours;
} Relation;

/* Velocities for a crank that turns by 1 rad/s, from the mechanism itself. */
static bool read_relations(Work *work, Relation to[4]) {
    const JdSetting settings[] = {{"gamma", "0.8 rad"}, {"rate", "1 rad/s"}, {NULL}};
    const double r = 0.2, l = 1, g = 0.8, root = sqrt(l * l - r * r * sin(g) * sin(g));
    JdModel *model = jd_paper_model(work->job, models[ISOSTATIC].file, settings);
    JdSystem *system = jd_compile(model, (JdCompileDef){0}, work->job->app->log);
    enum { CRANK_RATE, ROD_RATE, ROD_Y, PISTON_RATE, PISTON_X, COUNT };
    static const char *const names[COUNT] = {"crank.wz", "rod.wz", "rod.vy", "piston.wz",
                                             "piston.vx"};
    JdChannel channels[COUNT];
    double v[COUNT];
    for (int n = 0; n < COUNT; n++) channels[n] = jd_channel(system, names[n], NULL);
    const bool good = jd_system_start(system, channels, COUNT, v, work->job->app->log);
    const double angle = -asin(r * sin(g) / l);
    if (good) {
        to[0] = (Relation){"(21), (22)", "rod's centre, y",
                           r * cos(g) + 0.5 * sin(angle) * v[ROD_RATE], v[ROD_Y]};
        to[1] = (Relation){"(24)", "psi'", r * cos(g) / root - 1, v[ROD_RATE] - v[CRANK_RATE]};
        to[2] = (Relation){"(25)", "phi'", -r * cos(g) / root, v[PISTON_RATE] - v[ROD_RATE]};
        to[3] =
            (Relation){"(26) to (28)", "x'", (-r * r * sin(g) * cos(g) + root) / root, v[PISTON_X]};
    }
    jd_system_free(system);
    jd_model_free(model);
    return good;
}

static void write_relations(Work *work) {
    Page *page = &work->job->page;
    Relation relations[4];
    if (!read_relations(work, relations)) return;
    jd_page_heading(page, "Appendix 2: velocities at gamma = 0.8 rad for gamma' = 1 rad/s");
    jd_page_table(page, "appendix_2", "equation velocity as_printed ours");
    for (int k = 0; k < 4; k++) {
        jd_page_cell(page, relations[k].equation);
        jd_page_cell(page, relations[k].quantity);
        jd_page_value(page, relations[k].printed, jd_cell_number(page, relations[k].printed, 4));
        jd_page_value(page, relations[k].ours, jd_cell_number(page, relations[k].ours, 4));
    }
    jd_page_end(page);
}

static void write_errata(Work *work) {
    PaperJob *job = work->job;
    jd_paper_erratum(
        job, "eqs (21), (22)",
        "The y line has sin(gamma + psi) where the derivative gives cos, and 1/2 where "
        "l/2 is meant; in eq. (20) T_Omega1 is T_Omega2.");
    jd_paper_erratum(
        job, "eqs (24), (25)",
        "For the angles of eq. (20) and a rod towards +x: psi' = -r cos(gamma)/sqrt(l^2 - "
        "r^2 sin^2(gamma)) - 1, and phi' has the other sign, too. As printed they hold "
        "for a rod towards -x.");
    jd_paper_erratum(job, "eqs (26) to (28)",
                     "A pure number is added to a length. Right is -r sin(gamma) - r^2 sin(gamma) "
                     "cos(gamma)/sqrt(l^2 - r^2 sin^2(gamma)).");
    jd_paper_erratum(job, "text below Table 5",
                     "The parasitic stiffness is 1e7 N/m as in Table 7, not 1e-7.");
    jd_paper_erratum(job, "Table 7",
                     "I2, called the crank's, is the rod's. I3 is not given: in the "
                     "plane it does not matter.");
    jd_paper_erratum(job, "Figures 21, 29 to 31",
                     "Start, gravity and duration are not printed. Here: the pendulum released "
                     "horizontally with g = 9.81 m/s^2; the slider-crank from rest at gamma = 0 "
                     "without gravity; C is the joint of rod and piston.");
    jd_paper_erratum(
        job, "text on multipliers",
        "That redundant constraints must be removed before multipliers can be used does "
        "not hold here: the hyperstatic model runs, with the repeated locks named.");
    jd_paper_erratum(job, "eq. (13)",
                     "The gyristor lacks the Eulerian term in space: with rotations along the axes "
                     "of bodies T_W' [w x] I T_W is added. It belongs to e = I q'', not to a "
                     "storage with p = I q', which has it less dI/dt: see the table; `bond "
                     "--constraints minimal` "
                     "shows both parts.");
    jd_paper_erratum(job, "eqs (14) to (17), Figs 14, 15",
                     "A page is lost. The second level is I2 = M_b' I1 M_b, with the gyristor M_b' "
                     "I1 M_b' + M_b' MGR1 M_b and efforts M_b' Q.");
    jd_paper_erratum(
        job, "Fig. 7",
        "It is lost. Of the eleven joints of ISO 3952 those that Figs 5 and 6 lack are "
        "universal, planar and rigid.");
    jd_paper_erratum(job, "text on ZCPs",
                     "The pendulum is said to have paths of class 2 or 3; storages that depend on "
                     "others are class 1 by the paper's own words, and so they are listed.");
}

/* The graphs themselves, and with --out their pictures. */
static bool write_graphs(Work *work) {
    GraphCase cases[MODELS];
    const char *folder = jd_app_text(work->job->app, "out");
    for (int w = 0; w < MODELS; w++)
        cases[w] = (GraphCase){models[w].name, work->model[w], models[w].stiffness};
    return jd_paper_004_graphs(work->job, cases, MODELS) && jd_paper_004_follows(work->job) &&
           jd_paper_004_gyristor(work->job) &&
           (!folder || jd_paper_004_pictures(work->job, cases, folder));
}

static ExitCode write(PaperJob *job) {
    Work *work = ARENA_NEW(&job->page.arena, Work, 1);
    if (!work) return jd_report_memory(job->app->log), RUN_FAILED;
    work->job = job;
    bool good = run_all(work);
    if (good) {
        write_counts(work);
        write_times(work);
        write_figure_21(work);
        write_figure_31(work);
        write_relations(work);
        good = write_graphs(work);
        write_errata(work);
    }
    for (int w = 0; w < MODELS; w++) jd_model_free(work->model[w]);
    return good ? DONE : RUN_FAILED;
}

const Paper jd_paper_004 = {
    .number = "004",
    .title =
        "Boudon, Dang, Margetts, Borutzky, Malburet: bond graphs of a pendulum and a slider-crank",
    .summary = "\nThe models are model/paper/*_004*.jd.",
    .write = write,
};
