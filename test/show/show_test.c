/* SPDX-License-Identifier: MIT
 *
 * Kinds of files for a show, by their names; the page around its data. */
#include "staged.h"

static const char crank[] = "planar\ngravity [0, -9.81]\n"
                            "point O = [0, 0]\npoint A = [0.1 m, 0]\npoint B = [0.4 m, 0]\n"
                            "body crank { link O A  mass 1 kg  inertia 1e-3 kg*m^2 }\n"
                            "body rod { link A B  mass 0.5 kg  inertia 4e-3 kg*m^2 }\n"
                            "body slider { at B  mass 1 kg  inertia 1e-3 kg*m^2 }\n"
                            "joint jO : revolute ground -- crank at O\n"
                            "joint jA : revolute crank -- rod at A\n"
                            "joint jB : revolute rod -- slider at B\n"
                            "joint jC : prismatic ground -- slider at B\n"
                            "start jO.rate = 20 rad/s\n";

/* In the page no text can end the element that holds the data. */
static void a_text_cannot_end_the_script_of_the_page(void **state) {
    (void)state;
    if (jd_show_type_find("x.html")->missing) skip();
    Staged *s = staged((StagedDef){
        .text = crank, .channels = {"slider.x"}, .until = 0.1, .rows = 11, .frames = 21});
    s->scene->title = "</script><script>alert(1)</script>\xE2\x80\xA8<!--";
    size_t length;
    char *page = staged_write(&s->show, "x.html", &length);
    const char *data = strstr(page, "<script type=\"application/json\" id=\"show\">");
    assert_non_null(data);
    const char *end = strstr(data, "</script>");
    assert_non_null(end);
    const char *title = strstr(
        data,
        "\"title\":\"\\u003c/script>\\u003cscript>alert(1)\\u003c/script>\\u2028\\u003c!--\"");
    assert_non_null(title);
    assert_true(title < end && end[-1] == '}');
    assert_null(strstr(page, "<!--SHOW-->"));
    assert_in_range(length, 100000, 2000000);
    free(page);
    staged_free(s);
}

static void what_a_name_of_a_file_means(void **state) {
    (void)state;
    char out[64];
    assert_true(jd_frame_path("a/frame-%04d.png", 7, out, sizeof out));
    check_text(out, "a/frame-0007.png");
    assert_true(jd_frame_path("50%%-%d.png", 12345, out, sizeof out));
    check_text(out, "50%-12345.png");
    assert_false(jd_frame_path("frame.png", 1, out, sizeof out));
    assert_false(jd_frame_path("%d-%d.png", 1, out, sizeof out));
    assert_false(jd_frame_path("%s.png", 1, out, sizeof out));
    assert_false(jd_frame_path("%04d.png", 1, out, 5));
    assert_true(jd_path_ends("a.b/C.HTML", "html"));
    check_text(jd_path_ending("a.b/c"), "");
    JdLog *log = jd_log_new();
    assert_null(jd_show_type_check("motion.mp4", log));
    check_text(jd_log_message(log, 0).code, "picture-ending-unknown");
    check_contains(jd_log_message(log, 0).hint, ".glb");
    jd_log_free(log);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_cannot_end_the_script_of_the_page),
        cmocka_unit_test(what_a_name_of_a_file_means),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
