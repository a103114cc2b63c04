/* SPDX-License-Identifier: MIT
 *
 * A planar slider-crank of modules: bodies with their speeds, arms and joints, a bond for each
 * component. Assignment by hand, which takes back no more than its last choice, gives the piston's
 * mass its integral and sticks; the search does not. */
#include "bond/sketch.h"
#include "jourdain.h"
#include "bonded/bonded.h"
#include "model/model.h"

static void by_hand_it_sticks_where_a_search_goes_on(void **state) {
    (void)state;
    JdLog *log = jd_log_new();
    JdModel *model =
        jd_model_read_file(JD_ROOT "/model/bond/modular_crank.jd", (JdReadDef){0}, log);
    assert_non_null(model);
    BondGraph *graph = model->bonds->graph;
    assert_int_equal(graph->bonds.count, 46);
    JdLog *said = jd_log_new();
    CausalReport report = {0};
    graph->greedy = true;
    assert_false(jd_bonds_assign(graph, &report, said));
    assert_int_equal(report.assigned, 34);
    assert_string_equal(jd_log_message(said, 0).code, "causality-conflict");
    graph->greedy = false;
    report = (CausalReport){0};
    assert_true(jd_bonds_assign(graph, &report, said));
    assert_int_equal(report.assigned, 46);
    assert_int_equal(report.derivative.count, 8);
    jd_log_free(said), jd_model_free(model), jd_log_free(log);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(by_hand_it_sticks_where_a_search_goes_on)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
