/* SPDX-License-Identifier: MIT
 *
 * What the text says of the tree of joints: roots, joints that are cut and joints that are kept.
 * The motion is the same whatever is said, and what is said is what `jd_connections_new` tells. */
#include "form/agree.h"

/* A crank, a rod with two balls and a rocker, in space; %s: words of body rod, of the joints. */
static const char rssr[] = "spatial\ngravity [0, 0, -9.81] m/s^2\n"
                           "point O = [0, 0, 0] m\npoint A = [0.2, 0, 0.1] m\n"
                           "point B = [0.9, 0.5, 0.4] m\npoint C = [1, 0.4, 0] m\n"
                           "body crank { link O A  mass 1 kg  inertia [1e-3, 0.01, 0.01] kg*m^2 }\n"
                           "body rod { link A B  mass 2 kg  inertia [2e-3, 0.1, 0.1] kg*m^2 %s }\n"
                           "body rocker { link C B mass 1 kg  inertia [1e-3, 0.02, 0.02] kg*m^2 }\n"
                           "joint jO : revolute ground -- crank at O axis z %s\n"
                           "joint jA : universal crank -- rod at A axis z second y %s\n"
                           "joint jB : spherical rod -- rocker at B %s\n"
                           "joint jC : revolute ground -- rocker at C axis x %s\n"
                           "start jO.rate = 3 rad/s\n"
                           "output rod.x, rod.wy, jC.angle\nrun to 1 s every 0.2 s\n";

typedef struct {
    const char *rod, *o, *a, *b, *c;
} Words;

static Case open_words(const Words *said, const char *form) {
    char text[4000];
    JdLog *log = jd_log_new();
    const int length =
        snprintf(text, sizeof text, rssr, said->rod, said->o, said->a, said->b, said->c);
    return open_model(jd_model_read_text("rssr.jd", text, (size_t)length, (JdReadDef){0}, log), log,
                      (JdCompileDef){.form = form},
                      (JdRunDef){.until = 1, .output_every = 0.2, .tol = 1e-12});
}

static JdBranchRole role_of(const JdSystem *system, const char *name, bool *said) {
    JdConnections *of = jd_connections_new(system, NULL);
    JdBranch branch;
    JdBranchRole role = JD_BRANCH_NONE;
    for (int n = 0; jd_connections_branch(of, n, &branch); n++)
        if (!strcmp(branch.joint, name)) role = branch.role, *said = branch.said;
    jd_connections_free(of);
    return role;
}

static const Words words[] = {
    {"", "", "", "", ""},         {"", "cut", "", "", ""},          {"", "", "cut", "", ""},
    {"", "", "", "cut", ""},      {"", "", "", "", "cut"},          {"root", "", "", "", ""},
    {"", "keep", "keep", "", ""}, {"", "keep", "", "keep", "keep"}, {"root", "", "", "cut", ""},
    {"root", "", "keep", "", ""},
};

static void the_motion_is_the_same_whatever_is_said(void **state) {
    (void)state;
    Case c = open_words(&words[0], "newton-euler");
    Record wanted = record_run(&c);
    close_case(&c);
    for (size_t n = 0; n < sizeof words / sizeof *words; n++)
        for (int f = 0; f < 2; f++) {
            char what[100];
            Case is = open_words(&words[n], f ? "minimal" : "cut-joint");
            Record got = record_run(&is);
            snprintf(what, sizeof what, "words %zu, %s", n, f ? "minimal" : "cut-joint");
            check_difference(record_compare(&is, &wanted, &got), 1e-9, what);
            record_free(&got);
            close_case(&is);
        }
    record_free(&wanted);
}

static void what_is_cut_is_removed_and_what_is_kept_is_in_the_tree(void **state) {
    (void)state;
    static const char *const names[] = {"jO", "jA", "jB", "jC"};
    static const char *const forms[] = {"newton-euler", "cut-joint", "minimal"};
    for (size_t n = 1; n < sizeof words / sizeof *words; n++)
        for (int f = 0; f < 3; f++) {
            const char *const said[4] = {words[n].o, words[n].a, words[n].b, words[n].c};
            Case c = open_words(&words[n], forms[f]);
            for (int k = 0; k < 4; k++) {
                bool told = false;
                const JdBranchRole role = role_of(c.system, names[k], &told);
                assert_int_equal(told, said[k][0] != '\0');
                if (!strcmp(said[k], "cut")) assert_int_equal(role, JD_BRANCH_REMOVED);
                if (!strcmp(said[k], "keep")) assert_int_equal(role, JD_BRANCH_TREE);
            }
            close_case(&c);
        }
}

/* The ground and the rod each have a tree; between them two joints are left over. */
static void a_root_has_a_tree_of_its_own(void **state) {
    (void)state;
    Case c = open_words(&words[5], "cut-joint");
    JdConnections *of = jd_connections_new(c.system, NULL);
    JdRoot root;
    JdBranch branch;
    int roots = 0, removed = 0, bodies = 0;
    for (int n = 0; jd_connections_root(of, n, &root); n++) {
        assert_true(root.definite);
        roots++, bodies += root.bodies;
        if (n == 1) check_text(root.name, "rod");
    }
    for (int n = 0; jd_connections_branch(of, n, &branch); n++)
        removed += branch.role == JD_BRANCH_REMOVED;
    assert_int_equal(roots, 2);
    assert_int_equal(bodies, 4);
    assert_int_equal(removed, 2);
    jd_connections_free(of);
    close_case(&c);
}

/* Bodies that nothing holds have priority 0, nodes 100: theory 9.10. */
static void potential_roots_have_priorities(void **state) {
    (void)state;
    static const char text[] =
        "planar\ngravity none\npoint O = [0, 0] m\npoint P = [1, 0] m\npoint Q = [2, 0] m\n"
        "body a { at Q mass 1 kg inertia 1 kg*m^2 free }\n"
        "body b { at [3, 0] m mass 1 kg inertia 1 kg*m^2 }\n"
        "joint ab : revolute a -- b at [2.5, 0] m\n"
        "node N at P\n"
        "force s1 : spring ground -- N at O stiffness 10 N/m length 0.5 m\n"
        "force s3 : spring ground -- N at [1, 1] m stiffness 10 N/m length 0.5 m\n"
        "force s2 : spring N -- a at Q stiffness 20 N/m length 0.5 m\nrun to 1 s\n";
    JdLog *log = jd_log_new();
    JdModel *model = jd_model_read_text("n.jd", text, sizeof text - 1, (JdReadDef){0}, log);
    JdSystem *system = jd_compile(model, (JdCompileDef){.form = "cut-joint"}, log);
    if (!system) jd_log_print(log, stderr);
    assert_non_null(system);
    JdConnections *of = jd_connections_new(system, log);
    JdRoot root;
    assert_true(jd_connections_root(of, 0, &root) && root.definite);
    assert_true(jd_connections_root(of, 1, &root) && !root.definite);
    check_text(root.name, "a");
    assert_int_equal(root.priority, 0);
    assert_int_equal(root.bodies, 2);
    assert_true(jd_connections_root(of, 2, &root));
    check_text(root.name, "N");
    assert_int_equal(root.priority, 100);
    assert_false(jd_connections_root(of, 3, &root));
    jd_connections_free(of);
    jd_system_free(system), jd_model_free(model), jd_log_free(log);
}

/* As the text does. */
static void c_calls_say_the_same(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    JdModel *m = jd_model_new(JD_PLANAR, log);
    const JdBody arm =
        jd_add_body(m, (JdBodyDef){"arm", .mass = 1, .izz = 0.1, .at = {0.5, 0, 0}, .root = true});
    jd_add_joint(m, (JdJointDef){"jO", "revolute", jd_ground, arm, .keep = true});
    assert_null(jd_compile(m, (JdCompileDef){.form = "cut-joint"}, log));
    assert_int_equal(jd_log_errors(log), 1);
    jd_model_free(m), jd_log_free(log);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_motion_is_the_same_whatever_is_said),
        cmocka_unit_test(what_is_cut_is_removed_and_what_is_kept_is_in_the_tree),
        cmocka_unit_test(a_root_has_a_tree_of_its_own),
        cmocka_unit_test(potential_roots_have_priorities),
        cmocka_unit_test(c_calls_say_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
