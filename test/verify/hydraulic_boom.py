#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# What model/hydraulic_boom.jd expects: boom, oil and valve written down by hand, one angle and two pressures, without anything of
# the program. Steps of Runge and Kutta, split where ramps begin and end and where the lever goes through zero; two step sizes, extrapolated.
from math import cos, hypot, pi, sin

G, MASS, LOAD = 9.81, 120.0, 60.0
J = 90.0 + MASS * 1.4 ** 2 + LOAD * 3.0 ** 2        # about the hinge
WEIGHT = (MASS * 1.4 + LOAD * 3.0) * G
AX, AY = 0.5, -1.0
AREA_A, AREA_B = pi * 0.05 ** 2 / 4, pi * (0.05 ** 2 - 0.03 ** 2) / 4
BULK, DEAD, CLOSED, STROKE, LEAK, FRICTION = 1.4e9, 1e-5, 0.9, 0.8, 1e-13, 2000.0
SUPPLY, TANK, FLOW, ACROSS, LAMINAR = 160e5, 1e5, 0.5e-3, 35e5, 1e5


def ramp(t, height, begin, duration):
    s = min(max((t - begin) / duration, 0.0), 1.0)
    return height * s ** 3 * (10 - 15 * s + 6 * s * s)


def lever(t):
    return ramp(t, 0.4, 0.2, 0.3) + ramp(t, -0.55, 1.2, 0.3)


def root(p):
    return p / ACROSS / ((p / ACROSS) ** 2 + (LAMINAR / ACROSS) ** 2) ** 0.25


def rates(t, y):
    phi, w, a, b = y
    x, z = cos(phi), sin(phi)                       # B on the boom, one metre from the hinge
    dx, dz = x - AX, z - AY
    length = hypot(dx, dz)
    arm = (x * dz - z * dx) / length
    speed, out, u = arm * w, length - CLOSED, lever(t)
    flow_a = FLOW * (max(u, 0) * root(SUPPLY - a) + min(u, 0) * root(a - TANK))
    flow_b = -FLOW * (max(u, 0) * root(b - TANK) + min(u, 0) * root(SUPPLY - b))
    leaking = LEAK * (a - b)
    push = AREA_A * a - AREA_B * b - FRICTION * speed
    return (w, (push * arm - WEIGHT * x) / J,
            BULK / (DEAD + AREA_A * out) * (flow_a - AREA_A * speed - leaking),
            BULK / (DEAD + AREA_B * (STROKE - out)) * (flow_b + AREA_B * speed + leaking))


def step(t, y, h):
    a = rates(t, y)
    b = rates(t + h / 2, [u + h / 2 * v for u, v in zip(y, a)])
    c = rates(t + h / 2, [u + h / 2 * v for u, v in zip(y, b)])
    d = rates(t + h, [u + h * v for u, v in zip(y, c)])
    return [u + h / 6 * (p + 2 * q + 2 * r + s) for u, p, q, r, s in zip(y, a, b, c, d)]


def zero_of_lever():
    low, high = 1.25, 1.45
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if lever(middle) > 0 else (low, middle)
    return high


def run(per_second):
    y, rows, stops = [0.0, 0.0, 22.7e5, 10e5], {}, [0, 0.2, 0.5, 1.0, 1.2, zero_of_lever(), 1.5, 2.0]
    for begin, end in zip(stops, stops[1:]):
        count = max(int((end - begin) * per_second), 1)
        h = (end - begin) / count
        for n in range(count):
            y = step(begin + n * h, y, h)
        rows[end] = y
    return rows


rough, fine = run(8000), run(16000)
for end in (0.5, 1.0, 2.0):
    best = [f + (f - r) / 15 for f, r in zip(fine[end], rough[end])]
    off = max(abs(f - r) / (15 * max(abs(f), 1)) for f, r in zip(fine[end], rough[end]))
    print(f"expect jO.angle = {best[0]:.12g} rad at {end:g} s within 1e-9")
    print(f"expect jack.a = {best[2]:.11g} Pa at {end:g} s within 1e-8 relative")
    print(f"expect jack.b = {best[3]:.11g} Pa at {end:g} s within 1e-8 relative    # {off:.1e}")
