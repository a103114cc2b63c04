#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# What model/msl/engine_v6.jd expects: the V6 engine as one angle, J(a) a'^2/2 and the potential energy by hand, gas by a natural spline of
# its own, without anything of the program. Runge and Kutta over the angle, from dead centre to dead centre of the six cylinders, then over time up to
# the row. With `polynomials` it gives what model/engine_v6.jd expects.
import sys
from math import cos, pi, radians, sin, sqrt

RHO, G, R, L, BORE, H = 7700.0, 9.80665, 0.1, 0.2, 0.1, 0.22
ROD, PISTON = RHO * 0.22 * 0.02 * 0.06, RHO * pi / 4 * BORE ** 2 * 0.1
ROD_INERTIA = ROD * (0.22 ** 2 + 0.06 ** 2) / 12
JOURNAL, PIN, WEB = RHO * pi / 4 * 0.05 ** 2 * 0.12, RHO * pi / 4 * 0.03 ** 2 * 0.12, RHO * 0.1 * 0.02 * 0.05
SHAFT = 6 * (JOURNAL * 0.05 ** 2 / 8 + PIN * (0.03 ** 2 / 8 + R ** 2)
             + 2 * WEB * ((0.1 ** 2 + 0.05 ** 2) / 12 + 0.05 ** 2)) + 1.0
CYLINDERS = [(-30, 0), (30, 60), (-30, 240), (30, 180), (-30, 120), (30, 300)]   # bore from y, crank from the bore


def up(x): return 2.4 - 24.9973 * x + 151.8252 * x ** 2 - 287.2189 * x ** 3 + 177.4132 * x ** 4
def down(x): return 2.4 + 17.9272 * x + 17.3438 * x ** 2 - 131.707 * x ** 3 + 145.930 * x ** 4


class Spline:
    """Natural, through equidistant rows."""

    def __init__(self, first, gap, y):
        n = len(y)
        self.first, self.gap, self.y = first, gap, y
        diagonal, right = [4.0] * n, [0.0] * n
        for k in range(1, n - 1):
            right[k] = 6 * (y[k - 1] - 2 * y[k] + y[k + 1]) / gap ** 2
        for k in range(2, n - 1):
            diagonal[k] -= 1 / diagonal[k - 1]
            right[k] -= right[k - 1] / diagonal[k - 1]
        self.m = [0.0] * n
        for k in range(n - 2, 0, -1):
            self.m[k] = (right[k] - self.m[k + 1]) / diagonal[k]

    def __call__(self, x):
        k = min(max(int((x - self.first) / self.gap), 0), len(self.y) - 2)
        b = (x - self.first) / self.gap - k
        a = 1 - b
        return (a * self.y[k] + b * self.y[k + 1]
                + ((a ** 3 - a) * self.m[k] + (b ** 3 - b) * self.m[k + 1]) * self.gap ** 2 / 6)


GAP = 0.1
ROWS = [(round(n * GAP, 2), round(up(n * GAP), 3), round(down(n * GAP), 3)) for n in range(11)]
TABLES = Spline(0, GAP, [r[1] for r in ROWS]), Spline(0, GAP, [r[2] for r in ROWS])


def accel(a, w, gas, inside):
    """Which pistons rise is decided by an angle inside the stretch between two dead centres."""
    j, ja, torque = SHAFT, 0.0, -100 * (w / 200) ** 2
    for bore, phase in CYLINDERS:
        x = a + radians(phase)
        s, c = sin(x), cos(x)
        q = sqrt(L * L - R * R * s * s)
        qa = -R * R * s * c / q
        qaa = -R * R * (c * c - s * s) / q - qa * qa / q
        turn = -R * c / q
        turna = R * s / q + R * c * qa / q ** 2
        e = 0.09 / L
        pa, paa = -R * s + e * qa, -R * c + e * qaa                            # rod, along the bore
        za, zaa = R * c * (1 - e), -R * s * (1 - e)                           # and across
        b, ba, baa = R * c + q, -R * s + qa, -R * c + qaa                      # the wrist pin
        j += ROD * (pa * pa + za * za) + ROD_INERTIA * turn * turn + PISTON * ba * ba
        ja += 2 * (ROD * (pa * paa + za * zaa) + ROD_INERTIA * turn * turna + PISTON * ba * baa)
        # Heights: the bore leans by `bore` about x, across is z turned alike.
        torque -= G * (ROD * (pa * cos(radians(bore)) - za * sin(radians(bore))) + PISTON * ba * cos(radians(bore)))
        rises = sin(inside + radians(phase)) < 0
        torque -= 1e5 * pi / 4 * BORE ** 2 * gas[0 if rises else 1]((b - (L - R)) / H) * ba
    return (torque - ja / 2 * w * w) / j


def rk4(f, y, x, h):
    k1 = f(x, y)
    k2 = f(x + h / 2, [u + h / 2 * v for u, v in zip(y, k1)])
    k3 = f(x + h / 2, [u + h / 2 * v for u, v in zip(y, k2)])
    k4 = f(x + h, [u + h * v for u, v in zip(y, k3)])
    return [u + h / 6 * (p + 2 * q + 2 * r + s) for u, p, q, r, s in zip(y, k1, k2, k3, k4)]


def run(times, count, gas):
    """Rows (time, angle, rate). Dead centres are a sixth of a turn apart."""
    a, y, rows, stretch = 0.0, [0.0, 10.0], [], pi / 3
    for end in times:
        while True:
            inside, h, before = a + stretch / 2, stretch / count, y
            for n in range(count):
                y = rk4(lambda x, v: (1 / v[1], accel(x, v[1], gas, inside) / v[1]), y, a + n * h, h)
            if y[0] > end:
                y = before
                break
            a += stretch
        row, h = [a, y[1]], (end - y[0]) / count
        for n in range(count):
            row = rk4(lambda t, v: (v[1], accel(v[0], v[1], gas, a + stretch / 2)), row, 0, h)
        rows.append((end, *row))
    return rows


polynomials = "polynomials" in sys.argv
gas = (up, down) if polynomials else TABLES
if "rows" in sys.argv:
    for row in ROWS:
        print("    row %g, %.3f, %.3f" % row)
    sys.exit()
rough, fine = run((0.1, 0.5), 80, gas), run((0.1, 0.5), 160, gas)
for (t, a, w), (_, ra, rw) in zip(fine, rough):
    print(f"expect bearing.angle = {a + (a - ra) / 15:.13g} rad at {t:g} s within 1e-8 relative    # {abs(a - ra) / 15:.1e}")
    print(f"expect bearing.rate = {w + (w - rw) / 15:.13g} rad/s at {t:g} s within 1e-8 relative    # {abs(w - rw) / 15:.1e}")
