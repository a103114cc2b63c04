#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Figures of test/verify/anew_test.c: equations of motion written down by hand and integrated here, without anything of the
# program, by steps of Runge and Kutta. Twice the steps tell how far each figure is off.
from math import sin, cos, tanh, pi
from independent import step, run


def until_event(f, y, until, count, g):
    """As run, but with f(t, y, happened): it changes where g passes zero, found by halving."""
    h, happened, t = until / count, False, 0.0
    for n in range(count):
        go = lambda a, b: f(a, b, happened)
        new = step(go, t, y, h)
        if not happened and g(new) >= 0:
            low, high = 0.0, h
            for _ in range(60):
                mid = (low + high) / 2
                low, high = (low, mid) if g(step(go, t, y, mid)) >= 0 else (mid, high)
            y, happened = step(go, t, y, high), True
            new = step(lambda a, b: f(a, b, True), t + high, y, h - high)
        y, t = new, (n + 1) * h
    return y


def show(name, solve):
    rough, fine = solve(1), solve(2)
    print(name, *("%.12g (%.0e)" % (b, abs(a - b)) for a, b in zip(rough, fine)))


# A wheel that slips: grip 30 N tanh(u/(0.5 m/s)) of the slip u = R w - v, a motor that comes up within a second, and a brake from
# 1.5 m/s on.
def slip_wheel(more):
    R, m, J = 0.35, 12, 0.9

    def f(t, y, braked):
        x, v, w = y
        grip = 30 * tanh((R * w - v) / 0.5)
        torque = 8 * min(t, 1) - (14 * tanh(w / 0.5) if braked else 0)
        return [v, grip / m, (torque - R * grip) / J]

    return until_event(f, [0, 0, 0], 3, 6000 * more, lambda y: y[1] - 1.5)


# Two wheels on an axle whose frame has its centre of mass ahead, pulled at a drawbar in one direction, and driven by a table: the
# sledge of Chaplygin, M v' - Ma c p'^2 = F along, (I + Ma c^2) p'' + Ma c v p' = moment, p how it is turned.
def wheel_set(more):
    R, b, m, J, Ma, c, d = 0.3, 0.4, 2, 0.09, 5, 0.15, 0.6
    M = Ma + 2 * m + 2 * J / R**2
    I = 0.2 + Ma * c**2 + 2 * 0.05 + 2 * m * b**2 + 2 * J * b**2 / R**2

    def f(t, y):
        x, yy, p, v, q = y
        left, right = 1 + t, 2.5 - 0.5 * t
        along = 3 * cos(p) + 2 * sin(p) + (left + right) / R
        moment = d * (2 * cos(p) - 3 * sin(p)) + (right - left) * b / R
        return [v * cos(p), v * sin(p), q, (along + Ma * c * q * q) / M, (moment - Ma * c * v * q) / I]

    return run(f, [0, 0, 0, 0, 0], 2, 2000 * more)


# A valve before a cylinder with oil that is compressed, on a slide of 40 kg against a spring.
def cylinder(more):
    bore, rod, stroke, dead, bulk, leak, mass = 0.05, 0.03, 0.4, 1e-4, 1.4e9, 2e-13, 40
    A, B = pi * bore**2 / 4, pi * (bore**2 - rod**2) / 4
    root = lambda p: p / 35e5 / ((p / 35e5)**2 + (1 / 35)**2)**0.25

    def f(t, y):
        x, v, a, b = y
        o = 0.5 * sin(6 * t)
        qa = 1e-3 * (max(o, 0) * root(160e5 - a) + min(o, 0) * root(a - 1e5))
        qb = -1e-3 * (max(o, 0) * root(b - 1e5) + min(o, 0) * root(160e5 - b))
        lost = leak * (a - b)
        out = x - 0.05
        return [v, (A * a - B * b - 300 * v - 2000 * (x - 0.1)) / mass,
                bulk / (dead + A * out) * (qa - A * v - lost),
                bulk / (dead + B * (stroke - out)) * (qb + B * v + lost)]

    return run(f, [0.1, 0, 40e5, 60e5], 0.8, 80000 * more)


# A controller with limits, behind a rate limiter, brings a cart of 2 kg to 1 m.
def control(more):
    def f(t, y):
        x, v, seen, integral, wish = y
        wanted = 40 * (wish - x) + integral - 12 * (x - seen) / 0.02
        value = min(max(wanted, -6), 6)
        return [v, (value - 1.5 * v) / 2, (x - seen) / 0.02, 25 * (wish - x) + (value - wanted) / 0.3,
                min(max((1 - wish) / 0.05, -0.8), 0.8)]

    return run(f, [0, 0, 0, 0, 0], 2.5, 50000 * more)


show("slip wheel x v w", slip_wheel)
show("wheel set x y turned v rate", wheel_set)
show("cylinder x v a b", cylinder)
show("control x v seen integral wish", control)
