/* SPDX-License-Identifier: MIT
 *
 * What a model holds, for those outside the library. */
#include "expr/expr.h"
#include "joint/joint.h"
#include "math/math.h"
#include "bonded/bonded.h"
#include "model/model.h"

static bool is_known(int index, int count, const void *to) {
    return to && index >= 0 && index < count;
}

static void say_run(const ModelRun *run, JdModelInfo *to) {
    to->form = run->form, to->stabilise = run->stabilise, to->stepper = run->stepper;
    to->attitude = run->attitude;
    to->until = run->to, to->every = run->every, to->dt = run->step, to->tol = run->tol;
    to->alpha = run->alpha, to->beta = run->beta, to->gamma = run->gamma;
    to->run_at = jd_place_of(run->where);
    to->stepper_at = jd_place_of(run->stepper_at);
    to->attitude_at = jd_place_of(run->attitude_at);
}

static void say_gravity(const ModelGravity *gravity, JdModelInfo *to) {
    static const JdGravity kinds[] = {[GRAVITY_UNIFORM] = JD_GRAVITY_UNIFORM,
                                      [GRAVITY_POINT] = JD_GRAVITY_POINT,
                                      [GRAVITY_FIELD] = JD_GRAVITY_FIELD};
    to->gravity = kinds[gravity->kind];
    to->gravity_vector = gravity->kind == GRAVITY_POINT ? gravity->centre : gravity->value;
    to->gravity_mu = gravity->mu;
    for (int n = 0; n < 3; n++) to->gravity_field[n] = gravity->said[n];
}

JdModelInfo jd_model_info(const JdModel *model) {
    JdModelInfo to = {0};
    if (!model) return to;
    to = (JdModelInfo){.name = model->name,
                       .about = model->about,
                       .space = model->space,
                       .width = jd_model_width(model),
                       .no_animation = model->no_animation,
                       .bodies = model->bodies.count,
                       .joints = model->joints.count,
                       .forces = model->forces.count,
                       .drives = model->drives.count,
                       .params = model->params.count,
                       .outputs = model->outputs.count,
                       .expects = model->expects.count,
                       .files = model->files.at,
                       .file_count = model->files.count};
    if (model->bonds) {
        to.nodes = model->bonds->graph->nodes.count;
        to.bonds = model->bonds->graph->bonds.count;
    }
    say_run(&model->run, &to);
    say_gravity(&model->gravity, &to);
    to.gravity_said = model->gravity_said;
    return to;
}

bool jd_model_body(const JdModel *model, int index, JdBodyInfo *to) {
    if (!model || !is_known(index, model->bodies.count, to)) return false;
    const ModelBody *body = &model->bodies.at[index];
    *to = (JdBodyInfo){.name = body->name,
                       .at = jd_place_of(body->where),
                       .mass = body->mass,
                       .ixx = body->inertia[0][0],
                       .iyy = body->inertia[1][1],
                       .izz = body->inertia[2][2],
                       .ixy = body->inertia[0][1],
                       .ixz = body->inertia[0][2],
                       .iyz = body->inertia[1][2],
                       .massless = body->massless,
                       .point = body->point,
                       .centre = body->pose.p,
                       .angle = body->pose.angle,
                       .turn = jd_axes_to_vector(&body->pose.axes)};
    return true;
}

/* ---- Joints ---------------------------------------------------------------------------------- */

static int body_of(const JdModel *model, int frame) {
    return model->frames.at[frame].body;
}

static const char *free_of(const JdModel *model, int joint, int number) {
    const FreeDef *frees[JOINT_FREES];
    const int count =
        jd_joint_frees(model->joints.at[joint].type, model->space == JD_PLANAR, frees);
    return number >= 0 && number < count ? frees[number]->position : NULL;
}

/* Rows of a joint in the space of the model. */
static int count_locks(const JdModel *model, const ModelJoint *joint) {
    Lock locks[JOINT_LOCKS];
    const char *texts[JOINT_LOCKS];
    const int count = jd_joint_locks(joint->type, model->space == JD_PLANAR, joint->fields, locks,
                                     texts, joint->where, NULL);
    return count > 0 ? count : 0;
}

bool jd_model_joint(const JdModel *model, int index, JdJointInfo *to) {
    if (!model || !is_known(index, model->joints.count, to)) return false;
    const ModelJoint *joint = &model->joints.at[index];
    const FreeDef *frees[JOINT_FREES];
    *to = (JdJointInfo){.name = joint->name,
                        .type = joint->type->name,
                        .at = jd_place_of(joint->where),
                        .couples = joint->type->couples,
                        .i = joint->i,
                        .j = joint->j,
                        .locks = count_locks(model, joint)};
    to->free_count = jd_joint_frees(joint->type, model->space == JD_PLANAR, frees);
    for (int n = 0; n < to->free_count; n++) to->frees[n] = frees[n]->position;
    if (joint->type->couples) {
        to->free_i = free_of(model, joint->i, joint->free_i);
        to->free_j = free_of(model, joint->j, joint->free_j);
    } else {
        to->i = body_of(model, joint->i);
        to->j = body_of(model, joint->j);
    }
    return true;
}

/* ---- Forces, drives, parameters -------------------------------------------------------------- */

static const char *node_of(const JdModel *model, int frame) {
    const int node = model->frames.at[frame].node;
    return node ? model->nodes.at[node - 1].name : NULL;
}

bool jd_model_force(const JdModel *model, int index, JdForceInfo *to) {
    if (!model || !is_known(index, model->forces.count, to)) return false;
    const ModelForce *force = &model->forces.at[index];
    const bool on_free = force->type->target == FORCE_ON_FREE;
    const bool between = force->type->target == FORCE_BETWEEN;
    *to = (JdForceInfo){.name = force->name,
                        .type = force->type->name,
                        .at = jd_place_of(force->where),
                        .i = between ? body_of(model, force->i) : -1,
                        .j = on_free ? -1 : body_of(model, force->j),
                        .target = on_free ? force->target : NULL,
                        .node_i = between ? node_of(model, force->i) : NULL,
                        .node_j = on_free ? NULL : node_of(model, force->j)};
    return true;
}

bool jd_model_drive(const JdModel *model, int index, JdDriveInfo *to) {
    if (!model || !is_known(index, model->drives.count, to)) return false;
    const ModelDrive *drive = &model->drives.at[index];
    *to = (JdDriveInfo){drive->name, drive->prescribes, drive->said, jd_place_of(drive->where)};
    return true;
}

bool jd_model_study(const JdModel *model, JdStudy *to) {
    if (!model || !to || !model->study.said) return false;
    const ModelStudy *study = &model->study;
    *to = (JdStudy){.varied = study->varied.at,
                    .varied_count = study->varied.count,
                    .correlated = study->correlated.at,
                    .correlated_count = study->correlated.count,
                    .measures = study->measures.at,
                    .measure_count = study->measures.count,
                    .conditions = study->conditions.at,
                    .condition_count = study->conditions.count,
                    .correlations = study->correlations,
                    .samples = study->samples,
                    .seed = study->seed,
                    .sobol = study->sobol,
                    .indices = study->indices,
                    .at = jd_place_of(study->where)};
    return true;
}

bool jd_model_param(const JdModel *model, int index, JdParamInfo *to) {
    if (!model || !is_known(index, model->params.count, to)) return false;
    const ModelParam *param = &model->params.at[index];
    *to = (JdParamInfo){.name = param->name,
                        .text = param->text,
                        .at = jd_place_of(param->where),
                        .count = param->value.count,
                        .set = param->set};
    for (int n = 0; n < param->value.count; n++) to->value[n] = param->value.v[n];
    if (!param->value.plain) jd_dim_spoken(param->value.dim, to->unit, sizeof to->unit);
    return true;
}
