/* SPDX-License-Identifier: MIT
 *
 * A joint type of one's own. A bead on a straight wire that falls 1 for every 2 along keeps
 * y = -x/2, and that is the whole joint. Printed beside the motion: x = g t^2 / 5. */
#include <jourdain.h>

int main(void) {
    JdLog *log = jd_log_new();
    JdModel *m = jd_model_new(JD_PLANAR, log);
    jd_set_gravity(m, (JdVec3){0, -9.81, 0});

    const char *const locks[] = {"d.yi + 0.5*d.xi", NULL};
    jd_add_joint_type(m, "sloping-wire", locks);
    JdBody bead = jd_add_body(m, (JdBodyDef){"bead", .mass = 0.1, .izz = 1e-5});
    jd_add_joint(m, (JdJointDef){"wire", "sloping-wire", jd_ground, bead});

    JdSystem *system = jd_compile(m, (JdCompileDef){0}, log);
    JdRun *run = jd_run_new(system, (JdRunDef){.until = 1.0, .output_every = 0.1}, log);
    JdChannel x = jd_channel(system, "bead.x", log);
    while (jd_run_next(run)) {
        double t = jd_run_value(run, jd_time);
        printf("%.1f s  x = %.9f m  exact %.9f m\n", t, jd_run_value(run, x), 9.81 * t * t / 5);
    }

    jd_log_print(log, stderr);
    int failed = jd_log_errors(log) > 0;
    jd_run_free(run), jd_system_free(system), jd_model_free(m), jd_log_free(log);
    return failed;
}
