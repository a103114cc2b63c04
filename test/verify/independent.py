#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Values that models with states, tables and events expect, by equations of motion written down by hand and
# integrated here, without anything of the program: model/dc_motor.jd, flywheel_brake.jd, inverted_pendulum.jd,
# furuta_pendulum.jd, crane.jd, crane_hoist.jd, planar/inverted_crane_crab.jd, planar/wheel_crane_crab.jd. Steps of Runge and Kutta, split at what jumps; half the step tells how far it is off.
# The slider-crank follows from its kinetic energy T = J(a) a'^2 / 2: J a'' + J'(a) a'^2 / 2 = torque - V'(a).
from math import sin, cos, tanh, exp, sqrt, radians

G = 9.81


def step(f, t, y, h):
    a = f(t, y)
    b = f(t + h / 2, [u + h / 2 * v for u, v in zip(y, a)])
    c = f(t + h / 2, [u + h / 2 * v for u, v in zip(y, b)])
    d = f(t + h, [u + h * v for u, v in zip(y, c)])
    return [u + h / 6 * (p + 2 * q + 2 * r + s) for u, p, q, r, s in zip(y, a, b, c, d)]


def run(f, y, until, count):
    h = until / count
    for n in range(count):
        y = step(f, n * h, y, h)
    return y


def crossing(f, t, y, h, g):
    """The share of a step at which g passes zero, by halving."""
    low, high = 0.0, h
    for _ in range(60):
        middle = (low + high) / 2
        if g(step(f, t, y, middle)) < 0:
            low = middle
        else:
            high = middle
    return high


class SliderCrank:
    """Crank of length r about its own centre or end, rod of length l, slider along x."""

    def __init__(self, r, l, crank, crank_mass, rod_mass, rod_inertia, slider, g, middle):
        self.r, self.l, self.crank, self.mc = r, l, crank, crank_mass
        self.mr, self.jr, self.ms, self.g, self.middle = rod_mass, rod_inertia, slider, g, middle

    def of(self, a):
        """J, its derivative and that of the potential energy, by the angle."""
        r, l = self.r, self.l
        s, c = sin(a), cos(a)
        q = sqrt(l * l - r * r * s * s)
        w = -r * c / q                                  # angle of the rod by that of the crank
        wa = r * s / q - r * c * (r * r * s * c) / q ** 3
        # Rod: half way between A = r (c, s) and B = (r c + q, 0).
        qa = -r * r * s * c / q
        qaa = -r * r * (c * c - s * s) / q - r * r * s * c * (r * r * s * c) / q ** 3
        x, xa = -r * s + qa / 2, -r * c + qaa / 2
        y, ya = r * c / 2, -r * s / 2
        b, ba = -r * s + qa, -r * c + qaa
        j = self.crank + self.mr * (x * x + y * y) + self.jr * w * w + self.ms * b * b
        ja = 2 * (self.mr * (x * xa + y * ya) + self.jr * w * wa + self.ms * b * ba)
        va = self.g * (self.mc * self.middle * c + self.mr * y)
        return j, ja, va


def dc_motor(count):
    r = 0.1
    crank = SliderCrank(r, 0.3, 5e-3 + 0.5 * (r / 2) ** 2, 0.5, 0.4, 3e-3, 1.0, G, r / 2)
    R, L, k = 0.5, 2e-3, 0.1

    def f(t, y):
        a, w, i = y[:3]
        j, ja, va = crank.of(a)
        u = 24 * (1 - exp(-t / 0.02))
        return [w, (k * i - va - ja * w * w / 2) / j, (u - R * i - k * w) / L, u * i, R * i * i]

    return run(f, [0.0] * 5, 0.3, count)


def monotone(xs, ys):
    """Cubics with the slopes of Fritsch and Butland; at the ends those of three points, kept monotone."""
    h = [b - a for a, b in zip(xs, xs[1:])]
    d = [(b - a) / c for a, b, c in zip(ys, ys[1:], h)]
    m = [0.0] * len(xs)
    for k in range(1, len(xs) - 1):
        if d[k - 1] * d[k] > 0:
            m[k] = 3 * (h[k - 1] + h[k]) / ((2 * h[k] + h[k - 1]) / d[k - 1] + (h[k] + 2 * h[k - 1]) / d[k])

    def end(h0, h1, d0, d1):
        s = ((2 * h0 + h1) * d0 - h0 * d1) / (h0 + h1)
        if s * d0 <= 0:
            return 0.0
        return 3 * d0 if d0 * d1 <= 0 and abs(s) > 3 * abs(d0) else s

    m[0], m[-1] = end(h[0], h[1], d[0], d[1]), end(h[-1], h[-2], d[-1], d[-2])

    def value(x):
        k = max(n for n in range(len(h)) if n == 0 or xs[n] <= x)
        t = (x - xs[k]) / h[k]
        return (ys[k] * (1 + 2 * t) * (1 - t) ** 2 + m[k] * h[k] * t * (1 - t) ** 2
                + ys[k + 1] * t * t * (3 - 2 * t) + m[k + 1] * h[k] * t * t * (t - 1))

    return value


def flywheel_brake(count):
    crank = SliderCrank(0.05, 0.2, 0.02, 5, 0.5, 2e-3, 1.0, 0.0, 0.0)
    curve = monotone([-10, 0, 20, 40, 60], [6, 5, 4.5, 3, 0])
    mode = {"brake": 0.0, "supply": 1.0}

    def f(t, y):
        a, w = y
        j, ja, _ = crank.of(a)
        torque = mode["supply"] * curve(w) - mode["brake"] * tanh(w / 0.5)
        return [w, (torque - ja * w * w / 2) / j]

    h, t, y, fasts, was_slow = 1 / count, 0.0, [0.0, 0.0], 0, True
    while t < 1 - 1e-12:
        ways = [(lambda z: z[1] - 25, "fast"), (lambda z: 8 - z[1], "slow"), (lambda z: z[1] - 20, None),
                (lambda z: 20 - z[1], None)]  # the last two are a row of the table
        size = min(h, 1 - t)
        new = step(f, t, y, size)
        first, what = size, None
        for g, name in ways:
            if g(y) < -1e-11 and g(new) >= 0:
                at = crossing(f, t, y, size, g)
                if at < first:
                    first, what = at, name
        y, t = step(f, t, y, first), t + first
        if what == "fast":
            fasts += 1
            mode["brake"] = 12.0
            if fasts == 3:
                mode["supply"] = 0.0
        elif what == "slow":
            mode["brake"] = 0.0
    return y + [fasts]


def inverted_pendulum(count):
    """A cart of 1 kg, a point of 0.2 kg at 0.5 m above it; PID of the angle, PD of the place."""
    M, m, l = 1.0, 0.2, 0.5

    def f(t, y):
        x, v, a, w, s, work = y  # a: from upright, turning left is positive, as the program counts
        F = -(60 * a + 20 * s + 12 * w) - (-2 * x - 3 * v)
        # x_m = x - l sin a, y_m = l cos a
        c, si = cos(a), sin(a)
        # (M+m) x'' - m l c a'' + m l s w^2 = F;  l a'' - c x'' - g s = 0
        xx = (F - m * l * si * w * w + m * G * si * c) / (M + m - m * c * c)
        aa = (c * xx + G * si) / l
        return [v, xx, w, aa, a, F * v]

    return run(f, [0, 0, radians(10), 0, 0, 0], 4.0, count)


def furuta(count):
    """An arm of 0.01 kg m^2, a point of 0.1 kg at the end of 0.3 m, across 0.2 m of arm; a motor that turns the arm."""
    J, m, L, l = 0.01, 0.1, 0.2, 0.3
    k = KF

    def f(t, y):
        p, pw, a, aw, cur = y
        torque = 0.5 * cur
        s, c = sin(a), cos(a)
        A, B, C = J + m * L * L + m * l * l * s * s, m * L * l * c, m * l * l
        u = torque + m * L * l * s * aw * aw - 2 * m * l * l * s * c * aw * pw
        v = m * l * l * s * c * pw * pw + m * G * l * s
        d = A * C - B * B
        volts = k[0] * p + k[1] * pw + k[2] * a + k[3] * aw
        return [pw, (u * C - B * v) / d, aw, (A * v - B * u) / d, (volts - 2 * cur - 0.5 * pw) / 0.01]

    return run(f, [0, 0, radians(15), 0, 0], 3.0, count)


KF = (1.0, 2.0, 60.0, 10.0)


def crane(count):
    """A trolley of 10 kg, a load of 50 kg on 3 m of rope; a force of at most 60 N brings it to 2 m."""
    M, m, l = 10.0, 50.0, 3.0
    peak = [0.0]

    def force(y):
        x, v, a, w = y
        return max(-60.0, min(60.0, 40 * (2 - x) - 90 * v + 250 * a + 0 * w))

    def f(t, y):
        x, v, a, w = y  # a: from hanging straight down, turning left is positive
        s, c = sin(a), cos(a)
        # x_m = x + l sin a, y_m = -l cos a
        xx = (force(y) + m * s * (l * w * w + G * c)) / (M + m * s * s)
        aa = -(c * xx + G * s) / l
        return [v, xx, w, aa]

    def limit(sign):
        return lambda z: sign * (40 * (2 - z[0]) - 90 * z[1] + 250 * z[2]) - 60

    h, t, y = 12.0 / count, 0.0, [0.0, 0, 0, 0]
    while t < 12 - 1e-12:
        size = min(h, 12 - t)
        new, first = step(f, t, y, size), size
        for sign in (1, -1):
            g = limit(sign)
            for way in (1, -1):
                if way * g(y) < -1e-9 and way * g(new) >= 0:
                    first = min(first, crossing(f, t, y, size, lambda z: way * g(z)))
        y, t = step(f, t, y, first), t + first
        peak[0] = max(peak[0], abs(y[2]))
    return y + peak


def crane_hoist(count):
    """The cable L(t) of a load of 500 kg becomes shorter; a PID controller takes the trolley of 200 kg after a target of limited speed."""
    M, m, J = 200.0, 500.0, 40.0

    def wanted(t, y):
        return ((3 if t > 1 else 0) - y[4]) / 0.05

    def f(t, y):
        x, v, a, w, course, seen, integral = y
        p = max(0.0, min(1.0, (t - 2) / 3))
        l = 4 - 2 * p ** 3 * (10 - 15 * p + 6 * p * p)
        lt = -2 * 30 * (p * (1 - p)) ** 2 / 3
        ltt = -2 * 60 * p * (1 - p) * (1 - 2 * p) / 9
        pull = 4000 * (course - x) + integral - 3000 * (x - seen) / 0.02  # never as much as 2 kN
        s, c = sin(a), cos(a)
        A, B, C = M + m, m * l * c, m * l * l + J
        u = pull - m * (ltt * s + 2 * lt * c * w - l * s * w * w)
        q = -2 * m * l * lt * w - m * G * l * s
        d = A * C - B * B
        return [v, (u * C - B * q) / d, w, (A * q - B * u) / d, max(-0.6, min(0.6, wanted(t, y))), (x - seen) / 0.02, 300 * (course - x)]

    y, ends = [0.0] * 7, [0, 1, 2, 5, 10]
    for begin, end in zip(ends, ends[1:]):
        h = (end - begin) / (count * (end - begin) // 10)
        t = begin + 1e-13
        while t < end - 1e-9:
            size = min(h, end - 2e-13 - t)
            g = lambda z: 0.6 - wanted(t, z)
            new = step(f, t, y, size)
            if g(y) < -1e-9 and g(new) >= 0:
                size = crossing(f, t, y, size, g)
                new = step(f, t, y, size)
            y, t = new, t + size
    return y[:4]


def inverted_crane_crab(count):
    """A pole of 0.5 kg, 1 m above its hinge on a crab of 1 kg, whose angle a(t) is prescribed."""
    T, m, J = 0.1, 0.5, 0.1
    rest = T * (1 - exp(-0.5 / T))

    def f(rising):
        def rates(t, y):
            if rising:
                e = exp(-t / T)
                a, aa = t - 0.5 - T * (1 - e), e / T
            else:
                a = -rest * exp((0.5 - t) / T)
                aa = a / T ** 2
            return [y[1], ((J + m) * aa - m * G * sin(a)) / (m * cos(a))]
        return rates

    y = run(f(True), [0.0, 0.0], 0.5, count)
    later = f(False)
    return run(lambda t, y: later(t + 0.5, y), y, 2.5, 5 * count)


def wheel_crane_crab(count):
    """A wheel of 1 kg, 0.1 kg m^2 and 0.3 m, which rolls, and a load of 2 kg, 0.2 kg m^2, 1 m below its axle."""
    def f(t, y):
        x, v, a, w = y
        A, B, C = 3 + 0.1 / 0.09, 2 * cos(a), 2.2
        u, q = 2 * sin(a) * w * w, -2 * G * sin(a)
        d = A * C - B * B
        return [v, (u * C - B * q) / d, w, (A * q - B * u) / d]

    return run(f, [0, 0, radians(80), 0], 4.5, count)


if __name__ == "__main__":
    for name, solve, count in (("dc_motor: angle rate i given heat", dc_motor, 30000),
                               ("flywheel_brake: angle rate count", flywheel_brake, 20000),
                               ("inverted_pendulum: x v angle rate integral work", inverted_pendulum, 20000),
                               ("furuta_pendulum: arm rate angle rate current", furuta, 30000),
                               ("crane: x v angle rate, largest angle", crane, 20000),
                               ("crane_hoist: x v angle rate", crane_hoist, 10000),
                               ("inverted_crane_crab: x v", inverted_crane_crab, 4000),
                               ("wheel_crane_crab: x v angle rate", wheel_crane_crab, 20000)):
        fine, coarse = solve(2 * count), solve(count)
        print(name)
        print("   ", *["%.13g" % u for u in fine])
        print("    off by", *["%.1e" % abs(u - v) for u, v in zip(fine, coarse)])
