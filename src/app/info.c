/* SPDX-License-Identifier: MIT
 *
 * `jourdain info`: what a model holds, and the size of its equations. */
#include "app/app.h"
#include "app/compare.h"
#include "form/form.h"
#include "model/model.h"
#include "run/run.h"
#include <math.h>
#include <string.h>

static const char *format_value(Page *page, const Value *value) {
    Text text = {0};
    jd_value_text(value, page->style == PAGE_JSON ? 0 : 6, false, &text);
    return jd_page_keep(page, &text);
}

static void write_params(Page *page, const JdModel *model) {
    if (model->params.count == 0 && page->style != PAGE_JSON) return;
    jd_page_heading(page, "Parameters");
    jd_page_table(page, "parameters", "name value unit set said");
    for (int n = 0; n < model->params.count; n++) {
        const ModelParam *param = &model->params.at[n];
        char unit[64] = "";
        if (!param->value.plain) jd_dim_unit(param->value.dim, unit, sizeof unit);
        jd_page_cell(page, param->name);
        if (param->value.count == 1)
            jd_page_number(page, param->value.v[0]);
        else
            jd_page_cell(page, format_value(page, &param->value));
        jd_page_cell(page, unit);
        jd_page_cell(page, param->set ? "yes" : "");
        jd_page_cell(page, param->text);
    }
    jd_page_end(page);
}

/* Inertia along the body's own axes; its attitude as one turn from the ground's. */
static void write_spatial_bodies(Page *page, const JdModel *model) {
    jd_page_heading(page, "Bodies (kg, kg*m^2, m; the centre of mass as drawn)");
    jd_page_table(page, "bodies", "name mass Ixx Iyy Izz x y z");
    for (int n = 1; n < model->bodies.count; n++) {
        const ModelBody *body = &model->bodies.at[n];
        const Vec3 at = body->pose.p;
        const double numbers[7] = {
            body->mass, body->inertia[0][0], body->inertia[1][1], body->inertia[2][2], at.x, at.y,
            at.z};
        jd_page_cell(page, body->name);
        for (int k = 0; k < 7; k++) jd_page_number(page, numbers[k]);
    }
    jd_page_end(page);
    jd_page_heading(page,
                    "Attitudes as drawn (deg; about an axis, from the ground's axes), Ixy = -sum "
                    "of m x y (kg*m^2)");
    jd_page_table(page, "attitudes", "name turn x y z Ixy Ixz Iyz");
    for (int n = 1; n < model->bodies.count; n++) {
        const ModelBody *body = &model->bodies.at[n];
        const Vec3 turn = jd_axes_to_vector(&body->pose.axes);
        const double angle = vec3_norm(turn);
        const Vec3 axis = angle > 0 ? vec3_scale(1 / angle, turn) : turn;
        const double numbers[7] = {
            angle * 180 / pi,   axis.x, axis.y, axis.z, body->inertia[0][1], body->inertia[0][2],
            body->inertia[1][2]};
        jd_page_cell(page, body->name);
        for (int k = 0; k < 7; k++) jd_page_number(page, numbers[k]);
    }
    jd_page_end(page);
}

static void write_bodies(Page *page, const JdModel *model) {
    if (jd_model_width(model) == 3) {
        write_spatial_bodies(page, model);
        return;
    }
    jd_page_heading(page, "Bodies (kg, kg*m^2, m, rad; the centre of mass as drawn)");
    jd_page_table(page, "bodies", "name mass inertia x y angle");
    for (int n = 1; n < model->bodies.count; n++) {
        const ModelBody *body = &model->bodies.at[n];
        jd_page_cell(page, body->name);
        jd_page_number(page, body->mass);
        jd_page_number(page, body->inertia[2][2]);
        jd_page_number(page, body->pose.p.x);
        jd_page_number(page, body->pose.p.y);
        jd_page_number(page, body->pose.angle);
    }
    jd_page_end(page);
}

static const char *body_of(const JdModel *model, int frame) {
    return model->bodies.at[model->frames.at[frame].body].name;
}

/* A body, or the free that a coupling takes. */
static const char *side_of(Page *page, const JdModel *model, const ModelJoint *joint, bool j) {
    if (!joint->type->couples) return body_of(model, j ? joint->j : joint->i);
    const ModelJoint *of = &model->joints.at[j ? joint->j : joint->i];
    const FreeDef *frees[JOINT_FREES];
    jd_joint_frees(of->type, model->space == JD_PLANAR, frees);
    const char *free = frees[j ? joint->free_j : joint->free_i]->position;
    return jd_arena_format(&page->arena, "%s.%s", of->name, free);
}

/* Rows of a joint in the space of the model. */
static int count_locks(const JdModel *model, const ModelJoint *joint) {
    Lock locks[JOINT_LOCKS];
    const char *texts[JOINT_LOCKS];
    const int count = jd_joint_locks(joint->type, model->space == JD_PLANAR, joint->fields, locks,
                                     texts, joint->where, model->log);
    return count > 0 ? count : 0;
}

static void write_joints(Page *page, const JdModel *model) {
    jd_page_heading(page, "Joints");
    jd_page_table(page, "joints", "name type i j locks frees");
    for (int n = 0; n < model->joints.count; n++) {
        const ModelJoint *joint = &model->joints.at[n];
        const FreeDef *frees[JOINT_FREES];
        const int free_count = jd_joint_frees(joint->type, model->space == JD_PLANAR, frees);
        Text text = {0};
        for (int k = 0; k < free_count; k++)
            jd_text_print(&text, "%s%s.%s", k ? ", " : "", joint->name, frees[k]->position);
        jd_page_cell(page, joint->name);
        jd_page_cell(page, joint->type->name);
        jd_page_cell(page, side_of(page, model, joint, false));
        jd_page_cell(page, side_of(page, model, joint, true));
        jd_page_number(page, count_locks(model, joint));
        jd_page_cell(page, jd_page_keep(page, &text));
    }
    jd_page_end(page);
}

static void write_forces(Page *page, const JdModel *model) {
    if (model->forces.count || page->style == PAGE_JSON) {
        jd_page_heading(page, "Forces");
        jd_page_table(page, "forces", "name type on");
        for (int n = 0; n < model->forces.count; n++) {
            const ModelForce *force = &model->forces.at[n];
            const bool on_free = force->type->target == FORCE_ON_FREE;
            const bool between = force->type->target == FORCE_BETWEEN;
            jd_page_cell(page, force->name);
            jd_page_cell(page, force->type->name);
            jd_page_cell(page, on_free ? force->target
                                       : jd_arena_format(&page->arena, "%s%s%s",
                                                         between ? body_of(model, force->i) : "",
                                                         between ? " -- " : "",
                                                         body_of(model, force->j)));
        }
        jd_page_end(page);
    }
    if (model->drives.count == 0 && page->style != PAGE_JSON) return;
    jd_page_heading(page, "Drives");
    jd_page_table(page, "drives", "name target motion");
    for (int n = 0; n < model->drives.count; n++) {
        Text motion = {0};
        if (model->drives.at[n].motion) jd_expr_write(model->drives.at[n].motion, &motion);
        jd_page_cell(page, model->drives.at[n].name);
        jd_page_cell(page, model->drives.at[n].target);
        jd_page_cell(page, jd_page_keep(page, &motion));
    }
    jd_page_end(page);
}

/* As the form poses them, and as the stepper takes them. */
static void write_equations(Page *page, const JdSystem *system, const JdCompileDef *compiled,
                            const StepperType *stepper) {
    jd_page_heading(page, "Equations");
    jd_page_word(page, "form", "form", compiled->form ? compiled->form : jd_form_at(0)->name);
    if (system) {
        const FormCount count = system->form->count(system);
        const int each = jd_stepper_takes_locks(stepper, system) ? 2 : 1;
        jd_page_fact(page, "states", "states", system->states, NULL);
        jd_page_fact(page, "algebraic", "algebraic unknowns", each * count.multipliers, NULL);
        jd_page_fact(page, "index_posed", "index as posed", jd_count_index(&count), NULL);
        jd_page_fact(page, "index_solved", "index as solved", jd_stepper_index(stepper, system),
                     NULL);
    }
    if (compiled->stabilise) jd_page_word(page, "stabilise", "stabilise", compiled->stabilise);
    if (system) jd_page_coordinates(page, system);
}

/* The one that a run would take; the default, if there is none of that name. */
static const StepperType *stepper_of(const App *app, const JdModel *model) {
    const JdRunDef run = jd_app_run_def(app, model);
    const StepperType *found = run.stepper ? jd_stepper_find(run.stepper) : NULL;
    return found ? found : jd_stepper_at(0);
}

static void write_run(Page *page, const App *app, const JdModel *model) {
    const JdRunDef run = jd_app_run_def(app, model);
    jd_page_heading(page, "Run");
    jd_page_word(page, "stepper", "stepper", run.stepper ? run.stepper : jd_stepper_at(0)->name);
    if (run.until > 0) jd_page_fact(page, "to", "to", run.until, "s");
    if (run.output_every > 0) jd_page_fact(page, "every", "every", run.output_every, "s");
    if (run.dt > 0) jd_page_fact(page, "dt", "dt", run.dt, "s");
    if (run.tol > 0) jd_page_fact(page, "tol", "tol", run.tol, NULL);
    jd_page_fact(page, "outputs", "outputs", model->outputs.count, NULL);
    jd_page_fact(page, "expectations", "expectations", model->expects.count, NULL);
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

static void write_gravity(Page *page, const JdModel *model) {
    const ModelGravity *from = &model->gravity;
    const Vec3 v = from->kind == GRAVITY_POINT ? from->centre : from->value;
    const Value vector = {.v = {v.x, v.y, v.z}, .count = jd_model_width(model)};
    if (from->kind == GRAVITY_UNIFORM) {
        jd_page_word(page, "gravity", "gravity [m/s^2]", format_value(page, &vector));
    } else if (from->kind == GRAVITY_POINT) {
        jd_page_word(page, "gravity_toward", "gravity toward [m]", format_value(page, &vector));
        jd_page_fact(page, "gravity_mu", "its mu [m^3/s^2]", from->mu, NULL);
    } else {
        Text field = {0};
        for (int c = 0; c < vector.count; c++) {
            jd_text_print(&field, "%s", c ? ", " : "");
            if (from->field[c]) jd_expr_write(from->field[c], &field);
        }
        jd_page_word(page, "gravity_field", "gravity field", jd_page_keep(page, &field));
    }
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
    jd_page_word(&page, "space", "space", model->space == JD_PLANAR ? "planar" : "spatial");
    write_gravity(&page, model);
    write_params(&page, model);
    write_bodies(&page, model);
    write_joints(&page, model);
    write_forces(&page, model);
    write_equations(&page, system, &compiled, stepper_of(app, model));
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
    .options = "set spatial safe form cut elastic stiffness damping turn-stiffness turn-damping "
               "clearance gap "
               "stabilise stepper to every dt tol",
    .summary = "list what a model holds, and the size of its equations",
    .examples = "jourdain info model/slider_crank.jd\n"
                "jourdain info model/n_four_bar.jd --set N=40 --json\n",
    .call = call,
};
