/* SPDX-License-Identifier: MIT
 *
 * `jourdain info`: what a model holds, and the size of its equations. */
#include "command/command.h"
#include "trial/trial.h"

static const double pi = 3.14159265358979323846;

/* "[1, 2]", with all digits for programs. */
static const char *format_value(Page *page, const double *value, int count) {
    Text text = {0};
    for (int n = 0; n < count; n++) {
        char number[32];
        if (page->style == PAGE_JSON)
            jd_number_text(value[n], number, sizeof number);
        else
            snprintf(number, sizeof number, "%.6g", value[n]);
        jd_number_point(number);
        jd_text_print(&text, "%s%s", n ? ", " : count > 1 ? "[" : "", number);
    }
    jd_text_print(&text, "%s", count > 1 ? "]" : "");
    return jd_page_keep(page, &text);
}

static void write_params(Page *page, const JdModel *model) {
    JdParamInfo param;
    if (!jd_model_param(model, 0, &param) && page->style != PAGE_JSON) return;
    jd_page_heading(page, "Parameters");
    jd_page_table(page, "parameters", "name value unit set said");
    for (int n = 0; jd_model_param(model, n, &param); n++) {
        jd_page_cell(page, param.name);
        if (param.count == 1)
            jd_page_number(page, param.value[0]);
        else
            jd_page_cell(page, format_value(page, param.value, param.count));
        jd_page_cell(page, jd_arena_copy(&page->arena, param.unit));
        jd_page_cell(page, param.set ? "yes" : "");
        jd_page_cell(page, param.text);
    }
    jd_page_end(page);
}

static void write_numbers(Page *page, const char *name, const double *numbers, int count) {
    jd_page_cell(page, name);
    for (int n = 0; n < count; n++) jd_page_number(page, numbers[n]);
}

/* Inertia along the body's own axes; its attitude as one turn from the ground's. */
static void write_spatial_bodies(Page *page, const JdModel *model) {
    JdBodyInfo b;
    jd_page_heading(page, "Bodies (kg, kg*m^2, m; the centre of mass as drawn)");
    jd_page_table(page, "bodies", "name mass Ixx Iyy Izz x y z");
    for (int n = 1; jd_model_body(model, n, &b); n++) {
        const double numbers[] = {b.mass, b.ixx, b.iyy, b.izz, b.centre.x, b.centre.y, b.centre.z};
        write_numbers(page, b.name, numbers, 7);
    }
    jd_page_end(page);
    jd_page_heading(page,
                    "Attitudes as drawn (deg; about an axis, from the ground's axes), Ixy = -sum "
                    "of m x y (kg*m^2)");
    jd_page_table(page, "attitudes", "name turn x y z Ixy Ixz Iyz");
    for (int n = 1; jd_model_body(model, n, &b); n++) {
        const JdVec3 turn = b.turn;
        const double angle = sqrt(turn.x * turn.x + turn.y * turn.y + turn.z * turn.z);
        const double scale = angle > 0 ? 1 / angle : 1;
        const double numbers[] = {
            angle * 180 / pi, scale * turn.x, scale * turn.y, scale * turn.z, b.ixy, b.ixz, b.iyz};
        write_numbers(page, b.name, numbers, 7);
    }
    jd_page_end(page);
}

static void write_bodies(Page *page, const JdModel *model) {
    JdBodyInfo b;
    if (jd_model_info(model).width == 3) {
        write_spatial_bodies(page, model);
        return;
    }
    jd_page_heading(page, "Bodies (kg, kg*m^2, m, rad; the centre of mass as drawn)");
    jd_page_table(page, "bodies", "name mass inertia x y angle");
    for (int n = 1; jd_model_body(model, n, &b); n++) {
        const double numbers[] = {b.mass, b.izz, b.centre.x, b.centre.y, b.angle};
        write_numbers(page, b.name, numbers, 5);
    }
    jd_page_end(page);
}

/* A body, or the free that a coupling takes. */
const char *jd_side_name(Page *page, const JdModel *model, const JdJointInfo *joint, bool j) {
    JdJointInfo of;
    const int index = j ? joint->j : joint->i;
    if (!joint->couples) return jd_ports_body(model, index);
    if (!jd_model_joint(model, index, &of)) return "";
    return jd_arena_format(&page->arena, "%s.%s", of.name, j ? joint->free_j : joint->free_i);
}

static void write_joints(Page *page, const JdModel *model) {
    JdJointInfo joint;
    jd_page_heading(page, "Joints");
    jd_page_table(page, "joints", "name type i j locks frees");
    for (int n = 0; jd_model_joint(model, n, &joint); n++) {
        Text text = {0};
        for (int k = 0; k < joint.free_count; k++)
            jd_text_print(&text, "%s%s.%s", k ? ", " : "", joint.name, joint.frees[k]);
        jd_page_cell(page, joint.name);
        jd_page_cell(page, joint.type);
        jd_page_cell(page, jd_side_name(page, model, &joint, false));
        jd_page_cell(page, jd_side_name(page, model, &joint, true));
        jd_page_number(page, joint.locks);
        jd_page_cell(page, jd_page_keep(page, &text));
    }
    jd_page_end(page);
}

static void write_drives(Page *page, const JdModel *model) {
    JdDriveInfo drive;
    if (!jd_model_drive(model, 0, &drive) && page->style != PAGE_JSON) return;
    jd_page_heading(page, "Drives");
    jd_page_table(page, "drives", "name target motion");
    for (int n = 0; jd_model_drive(model, n, &drive); n++) {
        jd_page_cell(page, drive.name);
        jd_page_cell(page, drive.target);
        jd_page_cell(page, drive.motion);
    }
    jd_page_end(page);
}

static const char *end_name(const JdModel *model, int body, const char *node) {
    return node ? node : jd_ports_body(model, body);
}

static void write_forces(Page *page, const JdModel *model) {
    JdForceInfo force;
    if (!jd_model_force(model, 0, &force) && page->style != PAGE_JSON) return;
    jd_page_heading(page, "Forces");
    jd_page_table(page, "forces", "name type on");
    for (int n = 0; jd_model_force(model, n, &force); n++) {
        const bool between = force.i >= 0;
        jd_page_cell(page, force.name);
        jd_page_cell(page, force.type);
        jd_page_cell(page, force.target ? force.target
                                        : jd_arena_format(
                                              &page->arena, "%s%s%s",
                                              between ? end_name(model, force.i, force.node_i) : "",
                                              between ? " -- " : "",
                                              end_name(model, force.j, force.node_j)));
    }
    jd_page_end(page);
}

/* As the form poses them, and as the stepper takes them. */
static void write_equations(Page *page, const JdSystem *system, const JdCompileDef *compiled,
                            const char *stepper) {
    const JdSystemInfo info = jd_system_info(system, stepper);
    jd_page_heading(page, "Equations");
    jd_page_word(page, "form", "form", compiled->form ? compiled->form : "auto");
    if (info.why) jd_page_word(page, "why", "chosen since", info.why);
    if (system) {
        jd_page_fact(page, "states", "states", info.states, NULL);
        jd_page_fact(page, "algebraic", "algebraic unknowns", info.algebraic, NULL);
        jd_page_fact(page, "index_posed", "index as posed", info.index_posed, NULL);
        jd_page_fact(page, "index_solved", "index as solved", info.index_solved, NULL);
    }
    if (compiled->stabilise) jd_page_word(page, "stabilise", "stabilise", compiled->stabilise);
    if (system) jd_page_connections(page, system);
    if (system) jd_page_coordinates(page, system);
}

static void write_run(Page *page, const App *app, const JdModel *model) {
    const JdRunDef run = jd_app_run_def(app, model);
    const JdModelInfo info = jd_model_info(model);
    jd_page_heading(page, "Run");
    jd_page_word(page, "stepper", "stepper",
                 run.stepper ? run.stepper : jd_table_at(JD_STEPPERS, 0).name);
    if (run.until > 0) jd_page_fact(page, "to", "to", run.until, "s");
    if (run.output_every > 0) jd_page_fact(page, "every", "every", run.output_every, "s");
    if (run.dt > 0) jd_page_fact(page, "dt", "dt", run.dt, "s");
    if (run.tol > 0) jd_page_fact(page, "tol", "tol", run.tol, NULL);
    jd_page_fact(page, "outputs", "outputs", info.outputs, NULL);
    jd_page_fact(page, "expectations", "expectations", info.expects, NULL);
}

/* What is left open has its default only in a system. Why there is none is told once. */
JdSystem *jd_app_try_compile(App *app, const JdModel *model) {
    JdLog *log = jd_log_new();
    JdSystem *system = jd_compile(model, jd_app_compile_def(app, model), log);
    jd_log_merge(app->log, log, JD_ERROR, JD_ERROR);
    if (!log) jd_report_memory(app->log);
    jd_log_free(log);
    return system;
}

static void write_gravity(Page *page, const JdModelInfo *model) {
    const JdVec3 v = model->gravity_vector;
    const double vector[3] = {v.x, v.y, v.z};
    if (model->gravity == JD_GRAVITY_UNIFORM) {
        jd_page_word(page, "gravity", "gravity [m/s^2]", format_value(page, vector, model->width));
    } else if (model->gravity == JD_GRAVITY_POINT) {
        jd_page_word(page, "gravity_toward", "gravity toward [m]",
                     format_value(page, vector, model->width));
        jd_page_fact(page, "gravity_mu", "its mu [m^3/s^2]", model->gravity_mu, NULL);
    } else {
        Text field = {0};
        for (int c = 0; c < model->width; c++)
            jd_text_print(&field, "%s%s", c ? ", " : "",
                          model->gravity_field[c] ? model->gravity_field[c] : "");
        jd_page_word(page, "gravity_field", "gravity field", jd_page_keep(page, &field));
    }
}

void jd_page_gravity(Page *page, const JdModelInfo *model) {
    const char *note = jd_gravity_note(model);
    if (note) jd_page_word(page, "gravity_note", "", note);
}

static int call(App *app) {
    int code;
    JdModel *model = jd_app_model(app, &code);
    if (!model) return code;
    if (!jd_app_check_names(app)) {
        jd_model_free(model);
        return WRONG_USAGE;
    }
    JdSystem *system = jd_app_try_compile(app, model);
    const JdCompileDef compiled =
        system ? jd_system_settings(system) : jd_app_compile_def(app, model);
    Page page = jd_page(app);
    jd_page_word(&page, "model", "model", jd_model_title(app, model));
    const JdModelInfo info = jd_model_info(model);
    jd_page_word(&page, "space", "space", info.space == JD_PLANAR ? "planar" : "spatial");
    write_gravity(&page, &info);
    jd_page_gravity(&page, &info);
    if (jd_app_flag(app, "ports")) jd_page_ports(&page, model);
    write_params(&page, model);
    write_bodies(&page, model);
    write_joints(&page, model);
    write_forces(&page, model);
    write_drives(&page, model);
    write_equations(&page, system, &compiled, jd_app_run_def(app, model).stepper);
    write_run(&page, app, model);
    jd_page_free(&page);
    jd_system_free(system);
    jd_model_free(model);
    return system ? DONE : WRONG_MODEL;
}

const Command jd_command_info = {
    .name = "info",
    .arguments = "MODEL",
    .least = 1,
    .most = 1,
    .options = "set spatial safe form cut close prefer elastic stiffness damping turn-stiffness "
               "turn-damping "
               "clearance gap "
               "stabilise stepper to every dt tol ports",
    .summary = "list what a model holds, and the size of its equations",
    .details =
        "--ports lists of each component what goes into it and what comes out: bodies take forces "
        "and give motions, joints and forces take motions and give forces. So two bodies are not "
        "joined "
        "directly, nor two joints: between two bodies stands a joint or a force, between two "
        "joints a body.",
    .examples = "jourdain info model/slider_crank.jd\n"
                "jourdain info model/n_four_bar.jd --set N=40 --json\n",
    .call = call,
};
