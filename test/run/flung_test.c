/* SPDX-License-Identifier: MIT
 *
 * What runs away is told with the body and what drives it; what grows with a power of time is not:
 * thrown, falling, driven, in an orbit, from rest or after a long rest. */
#include "check.h"
#include "jourdain.h"
#include <stdio.h>
#include <string.h>

typedef struct {
    const char *name, *text;
    const char *body, *force; /* told of them; NULL: silent */
    double until;
} Case;

#define CART                                                                                       \
    "gravity none\nbody cart { at [0, 0] mass 2 kg point }\n"                                      \
    "joint rail : prismatic ground -- cart at [0, 0] axis x\n"
#define ARM                                                                                        \
    "gravity none\nbody arm { at [0, 0] mass 1 kg inertia 0.01 kg*m^2 }\n"                         \
    "joint hub : revolute ground -- arm at [0, 0]\n"
#define SPACE "spatial\ngravity [0, 0, -9.81]\n"

static const Case cases[] = {
    {"controller with the wrong sign",
     CART "force hand : effort rail.travel value 50 N/m*(rail.travel - 0.1 m)", "cart", "hand", 6},
    {"damping with the wrong sign",
     CART "force hand : effort rail.travel value 20 N*s/m*rail.speed\nstart rail.speed = 1 mm/s",
     "cart", "hand", 4},
    {"it swings up",
     CART "force hand : effort rail.travel value -200 N/m*rail.travel + 20 N*s/m*rail.speed\n"
          "start rail.speed = 1 m/s",
     "cart", "hand", 4},
    {"an arm that is turned away",
     ARM "force hand : effort hub.angle value 5 N*m*(hub.angle - 0.1 rad)", "arm", "hand", 0.6},
    {"in space",
     SPACE "body ball { at [0, 0, 1] mass 1 kg point }\n"
           "joint rail : prismatic ground -- ball at [0, 0, 1] axis z\n"
           "force lift : effort rail.travel value 9.81 N + 30 N/m*(rail.travel - 1 mm)",
     "ball", "lift", 6},
    {"thrown", CART "start rail.speed = 1e6 m/s", NULL, NULL, 1e5},
    {"pushed", CART "force hand : effort rail.travel value 1e6 N", NULL, NULL, 1e4},
    {"pushed more and more", CART "force hand : effort rail.travel value 1 N*(time/1 s)^3", NULL,
     NULL, 1e4},
    {"pushed after a long rest",
     CART "force hand : effort rail.travel value if(time > 1000 s, 1e12 N, 0 N)", NULL, NULL, 1010},
    {"a motor that stands for long",
     ARM "force hand : effort hub.angle value if(time > 100 s, 100 N*m, 0 N*m)", NULL, NULL, 103},
    {"a wheel that turns for long", ARM "start hub.rate = 1000 rad/s", NULL, NULL, 100},
    {"a shell",
     SPACE "body shell { at [0, 0, 0] mass 5 kg point free }\n"
           "start shell.vx = 800 m/s, shell.vz = 900 m/s",
     NULL, NULL, 1e5},
    {"a satellite",
     "spatial\npoint O = [0, 0, 0]\ngravity toward O mu 3.986e14 m^3/s^2\n"
     "body moon { at [7000, 0, 0] km mass 1 kg point free }\nstart moon.vy = 9 km/s",
     NULL, NULL, 1e5},
    {"a probe that leaves",
     "spatial\npoint O = [0, 0, 0]\ngravity toward O mu 3.986e14 m^3/s^2\n"
     "body moon { at [7000, 0, 0] km mass 1 kg point free }\nstart moon.vy = 30 km/s",
     NULL, NULL, 1e10},
};

/* The message and its hints; "": there is none. False: the build lacks the stepper. */
static bool said_of(const Case *c, const char *form, const char *stepper, char text[1000]) {
    JdLog *log = jd_log_new();
    char model_text[2000];
    snprintf(model_text, sizeof model_text, "%s\nrun to %g s\n", c->text, c->until);
    JdModel *model =
        jd_model_read_text("flung", model_text, strlen(model_text), (JdReadDef){0}, log);
    JdSystem *system = jd_compile(model, (JdCompileDef){.form = form}, log);
    JdRun *run =
        jd_run_new(system, (JdRunDef){.stepper = stepper, .dt = c->until / 2000, .tol = 1e-7}, log);
    const bool there = run != NULL;
    if (!there) assert_string_equal(jd_log_message(log, 0).code, "stepper-not-built");
    while (jd_run_next(run)) continue;
    text[0] = 0;
    for (int n = 0; n < jd_log_count(log); n++) {
        const JdMessage message = jd_log_message(log, n);
        if (strcmp(message.code, "body-flung")) continue;
        snprintf(text, 1000, "%s\n%s", message.text, message.hint ? message.hint : "");
    }
    jd_run_free(run);
    jd_system_free(system);
    jd_model_free(model);
    jd_log_free(log);
    return there;
}

static void each_is_told_or_silent(void **state) {
    (void)state;
    static const char *const forms[] = {"newton-euler", "cut-joint", "minimal"};
    static const char *const steppers[] = {"dop853", "rk4", "cvode", "ida"};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (int f = 0; f < 3; f++)
            for (int s = 0; s < 4; s++) {
                const Case *c = &cases[k];
                char text[1000], body[100], force[100];
                if (!said_of(c, forms[f], steppers[s], text)) continue;
                snprintf(body, sizeof body, "body '%s'", c->body ? c->body : "");
                snprintf(force, sizeof force, "force '%s'", c->body ? c->force : "");
                if (c->body ? !strstr(text, body) || !strstr(text, force) : text[0] != 0)
                    fail_msg("%s, %s, %s: \"%s\"", c->name, forms[f], steppers[s], text);
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_is_told_or_silent)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
