#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# What model/msl/robot_one_axis.jd expects: motor, gearbox, load and controller of one axis of the robot by hand, without anything of the
# program. Steps of Runge and Kutta, split at the corners of the reference; two step sizes, extrapolated.
from math import radians, sqrt, tanh

RATIO, JM, JL, C, D = 210.0, 0.0013, 19.5, 8.0, 0.01        # spring and damper on the side of the motor
K, W, DAMPING, R = 1.1616, 5500.0, 0.6, 250.0
L = R / (2 * DAMPING * W)
KP, KS, TS = 5.0, 0.5, 0.05
DRY, VISCOUS, SLIP = 0.5, 0.1 / 130, 0.1
WAY, SPEED, ACCEL = radians(120), 3.0, 10.0
UP, END = SPEED / ACCEL, WAY / SPEED + SPEED / ACCEL


def reference(t, piece):
    if piece == 0:
        return ACCEL * t * t / 2, ACCEL * t
    if piece == 1:
        return SPEED * UP / 2 + SPEED * (t - UP), SPEED
    if piece == 2:
        return WAY - ACCEL * (END - t) ** 2 / 2, ACCEL * (END - t)
    return WAY, 0.0


def rates(t, y, piece):
    qm, wm, ql, wl, v, i, x = y
    q, w = reference(t, piece)
    error = KP * (RATIO * q - qm) + RATIO * w - wm
    wanted = KS * (error + x / TS)
    spring = C * (qm - RATIO * ql) + D * (wm - RATIO * wl)
    return (wm, (K * i - DRY * tanh(wm / SLIP) - VISCOUS * wm - spring) / JM, wl, spring * RATIO / JL,
            W * W * L * (wanted - i), (v - R * i - K * wm) / L, error)


def step(t, y, h, piece):
    a = rates(t, y, piece)
    b = rates(t + h / 2, [u + h / 2 * v for u, v in zip(y, a)], piece)
    c = rates(t + h / 2, [u + h / 2 * v for u, v in zip(y, b)], piece)
    d = rates(t + h, [u + h * v for u, v in zip(y, c)], piece)
    return [u + h / 6 * (p + 2 * q + 2 * r + s) for u, p, q, r, s in zip(y, a, b, c, d)]


def run(per_second):
    y, rows, stops = [0.0] * 7, {}, [0, UP, 0.5, END - UP, END, 1.2, 1.6]
    for begin, end in zip(stops, stops[1:]):
        piece = (end > UP) + (end > END - UP) + (end > END)
        count = int((end - begin) * per_second) + 1
        h = (end - begin) / count
        for n in range(count):
            y = step(begin + n * h, y, h, piece)
        rows[end] = y
    return rows


rough, fine = run(60000), run(120000)
for t in (0.5, 1.2, 1.6):
    best = [f + (f - r) / 15 for f, r in zip(fine[t], rough[t])]
    off = max(abs(f - r) / 15 for f, r in zip(fine[t], rough[t]))
    print(f"expect load.turn.angle = {best[2]:.12g} rad at {t:g} s within 1e-8")
    print(f"expect load.turn.rate = {best[3]:.12g} rad/s at {t:g} s within 1e-7")
    print(f"expect motor.current = {best[5]:.10g} A at {t:g} s within 1e-6    # {off:.1e}")
