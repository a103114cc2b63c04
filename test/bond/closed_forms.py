#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Numbers that models of model/bond expect, without the program: closed forms where there are some, otherwise the
# exponential of the matrix of their state equations, written down by hand, by series and squaring in 60 digits.
from decimal import Decimal as D, getcontext

getcontext().prec = 60


def exponential(a):
    """exp of a square matrix of Decimals."""
    n, halves = len(a), 40
    small = [[x / D(2) ** halves for x in row] for row in a]
    unit = [[D(int(r == c)) for c in range(n)] for r in range(n)]

    def times(p, q):
        return [[sum(p[r][k] * q[k][c] for k in range(n)) for c in range(n)] for r in range(n)]

    result, term = unit, unit
    for k in range(1, 20):
        term = [[x / k for x in row] for row in times(term, small)]
        result = [[p + q for p, q in zip(r, s)] for r, s in zip(result, term)]
    for _ in range(halves):
        result = times(result, result)
    return result


def linear(matrix, constant, start, time):
    """x(time) of x' = matrix x + constant."""
    n = len(matrix)
    a = [[D(str(x)) * D(str(time)) for x in row] + [D(str(c)) * D(str(time))] for row, c in zip(matrix, constant)]
    e = exponential(a + [[D(0)] * (n + 1)])
    return [sum(e[r][c] * D(str(start[c])) for c in range(n)) + e[r][n] for r in range(n)]


def tell(model, **values):
    for name, value in values.items():
        print(f"{model:16} {name:12} {float(value):.16g}")


def gyrator_pair():
    m1, m2, n, d, force, time = D(2), D(3), D(6) / 4, D(5), D(12), D(1)
    rate = n * n * d / (m1 + n * n * m2)
    v = force / (n * n * d) * (1 - (-rate * time).exp())
    u = linear([[0, D(1) / (50 * D("0.0005"))], [-D(1) / (50 * D("0.002")), 0]], [0, 0], [D("0.01"), 0], 1)
    tell("gyrator_pair", v=v, p2=m2 * n * v, u1=u[0] / D("0.002"), q2=u[1])


def lever_loop():
    m, d, force, gain = D("1.5"), D(4), D(9), D(2) - 1 / D("0.8")
    both = d * gain * gain
    v = force / both * (1 - (-both / m).exp())
    tell("lever_loop", v=v, e=d * gain * v)


def hydraulic_servo():
    area, c, m, d, leak, gain, u = D("0.0012"), D("2e-12"), D(80), D(600), 1 / D("4e10"), D("0.002"), D("0.05")
    # V is scaled by c, so that the state is the pressure in MPa: numbers of one size.
    mega = D(10) ** 6
    matrix = [[-leak / c, -area / (c * m * mega), -gain / (c * mega)],
              [area * mega, -d / m, 0],
              [0, 1 / m, 0]]
    pressure, p, x = linear(matrix, [gain * u / (c * mega), 0, 0], [0, 0, 0], 1)
    tell("hydraulic_servo", x=x, pressure=pressure * mega, v=p / m)


gyrator_pair()
lever_loop()
hydraulic_servo()
