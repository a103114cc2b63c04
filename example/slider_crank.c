/* SPDX-License-Identifier: MIT
 *
 * A slider-crank from C calls: the crank starts with 10 rad/s, printed is where the piston is. */
#include <jourdain.h>

int main(void) {
    JdLog *log = jd_log_new();
    JdModel *m = jd_model_new(JD_PLANAR, log);
    jd_set_gravity(m, (JdVec3){0, -9.81, 0});

    JdBody crank = jd_add_body(m, (JdBodyDef){"crank", .mass = 1.0, .izz = 1e-3, .at = {0.05}});
    JdBody rod = jd_add_body(m, (JdBodyDef){"rod", .mass = 0.5, .izz = 4e-3, .at = {0.25}});
    JdBody piston = jd_add_body(m, (JdBodyDef){"piston", .mass = 2.0, .izz = 1e-3, .at = {0.4}});

    jd_add_joint(m, (JdJointDef){"A", "revolute", jd_ground, crank, .at = {0.0}});
    jd_add_joint(m, (JdJointDef){"B", "revolute", crank, rod, .at = {0.1}});
    jd_add_joint(m, (JdJointDef){"C", "revolute", rod, piston, .at = {0.4}});
    jd_add_joint(m, (JdJointDef){"D", "prismatic", jd_ground, piston, .at = {0.4}});
    jd_start(m, "A.angle", 0.0);
    jd_start(m, "A.rate", 10.0);

    JdSystem *system = jd_compile(m, (JdCompileDef){0}, log);
    JdRun *run = jd_run_new(system, (JdRunDef){.until = 2.0, .output_every = 0.01}, log);
    JdChannel x = jd_channel(system, "D.travel", log);
    while (jd_run_next(run)) printf("%g %g\n", jd_run_value(run, jd_time), jd_run_value(run, x));

    jd_log_print(log, stderr);
    int failed = jd_log_errors(log) > 0;
    jd_run_free(run), jd_system_free(system), jd_model_free(m), jd_log_free(log);
    return failed;
}
