/* SPDX-License-Identifier: MIT
 *
 * A net of pinned rods, which hangs from the ground, moves as a chain: all rods of a row turn
 * alike. Its matrix is that of a mesh, the chain's that of a tree. */
#include "verify/verify.h"

static const char net[] =
    "planar\ngravity [0, -9.81] m/s^2\nparam N = 12\nparam M = 5\nparam L = 1 m\nparam m = 1 kg\n"
    "repeat j from 0 to M { repeat i from 0 to N { point P[i][j] = [i*L, -j*L] } }\n"
    "repeat j from 1 to M {\n"
    "  repeat i from 0 to N { body v[i][j] { link P[i][j-1] P[i][j]  mass m  inertia m*L^2/12  "
    "frame tip at P[i][j] } }\n"
    "  repeat i from 1 to N { body h[i][j] { link P[i-1][j] P[i][j]  mass m  inertia m*L^2/12 } }\n"
    "}\n"
    "repeat i from 0 to N { joint g[i] : revolute ground -- v[i][1] at P[i][0] }\n"
    "repeat j from 1 to M {\n"
    "  repeat i from 0 to N { repeat k from 1 to (j < M) { joint d[i][j] : revolute v[i][j] -- "
    "v[i][j+1] at P[i][j] } }\n"
    "  repeat i from 1 to N { joint l[i][j] : revolute v[i][j] -- h[i][j] at P[i][j]\n"
    "                         joint r[i][j] : revolute v[i-1][j] -- h[i][j] at P[i-1][j] }\n"
    "}\n"
    "start v[0][1].rate = 1 rad/s\nrepeat j from 2 to M { start v[0][j].rate = 0 }\nrun to 0.5 s\n";

static const char chain[] =
    "planar\ngravity [0, -9.81] m/s^2\nparam N = 12\nparam M = 5\nparam L = 1 m\nparam m = 1 "
    "kg\npoint P[0] = [0, 0]\n"
    "repeat j from 1 to M { point P[j] = [0 m, -j*L]\n"
    "  body v[j] { link P[j-1] P[j]  mass (N+1)*m  inertia (N+1)*m*L^2/12  load N*m at P[j]  frame "
    "tip at P[j] } }\n"
    "joint g : revolute ground -- v[1] at P[0]\n"
    "repeat j from 2 to M { joint d[j] : revolute v[j-1] -- v[j] at P[j-1] }\n"
    "start v[1].rate = 1 rad/s\nrepeat j from 2 to M { start v[j].rate = 0 }\nrun to 0.5 s\n";

static void net_moves_as_a_chain(void **state) {
    (void)state;
    Case a = open_text(net, (JdCompileDef){.form = "newton-euler"}, (JdRunDef){.tol = 1e-10});
    Case b = open_text(chain, (JdCompileDef){.form = "cut-joint"}, (JdRunDef){.tol = 1e-10});
    to_the_end(&a);
    to_the_end(&b);
    check_near(value(&a, "v[0][5].tip.x"), value(&b, "v[5].tip.x"), 1e-8, "x");
    check_near(value(&a, "v[12][5].tip.x") - 12, value(&b, "v[5].tip.x"), 1e-8,
               "x of the other side");
    check_near(value(&a, "v[0][5].tip.vy"), value(&b, "v[5].tip.vy"), 1e-7, "vy");
    close_case(&a);
    close_case(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(net_moves_as_a_chain)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
