#!/usr/bin/env python3
# Three springs that meet at a node without mass, the last of them carrying a body: model/msl/three_springs.jd by other means. The node is
# found by Newton's method with the stiffness of springs written out, the body's attitude is a quaternion with plain Runge-Kutta steps of
# order 4. Prints the numbers that the model expects, for two steps, so that the difference shows how many digits hold.
from math import sqrt

ENDS = [((0.3, 0.0, 0.0), 20.0, 0.1), ((0.0, 0.0, 0.3), 20.0, 0.1)]  # on the ground: place, stiffness, length
LAST = (40.0, 0.1)  # to the body
MASS, INERTIA, CENTRE, G = 0.8, 0.1, (0.0, -0.2, 0.0), (0.0, -9.81, 0.0)  # isotropic: the attitude does not matter to it


def sub(a, b): return [x - y for x, y in zip(a, b)]
def add(a, b, s=1.0): return [x + s * y for x, y in zip(a, b)]
def dot(a, b): return sum(x * y for x, y in zip(a, b))
def cross(a, b): return [a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]]


def turned(q, v):
    w, u = q[0], q[1:]
    t = [2 * x for x in cross(u, v)]
    size = dot(q, q)
    return [a + (w * b + c) / size for a, b, c in zip(v, t, cross(u, t))]


def spring(p, end, k, length, F, K):
    d = sub(end, p)
    l = sqrt(dot(d, d))
    pull, share = k * (l - length) / l, k * length / l**3
    for r in range(3):
        F[r] += pull * d[r]
        for c in range(3):
            K[r][c] += (pull if r == c else 0.0) + share * d[r] * d[c]


def solve3(K, F):
    A = [K[r][:] + [F[r]] for r in range(3)]
    for c in range(3):
        best = max(range(c, 3), key=lambda r: abs(A[r][c]))
        A[c], A[best] = A[best], A[c]
        for r in range(c + 1, 3):
            f = A[r][c] / A[c][c]
            A[r] = [x - f * y for x, y in zip(A[r], A[c])]
    x = [0.0] * 3
    for r in (2, 1, 0):
        x[r] = (A[r][3] - sum(A[r][c] * x[c] for c in range(r + 1, 3))) / A[r][r]
    return x


def node(p, tip):
    for _ in range(50):
        F, K = [0.0] * 3, [[0.0] * 3 for _ in range(3)]
        for end, k, length in ENDS:
            spring(p, end, k, length, F, K)
        spring(p, tip, *LAST, F, K)
        step = solve3(K, F)
        size = sqrt(dot(step, step))
        p = add(p, step, min(1.0, 0.05 / size) if size else 1.0)
        if size < 1e-15:
            break
    return p


def rates(y, seed):
    x, v, q, w = y[0:3], y[3:6], y[6:10], y[10:13]
    arm = turned(q, [-c for c in CENTRE])  # from the centre of mass to where the spring ends
    tip = add(x, arm)
    p = node(seed, tip)
    d = sub(p, tip)
    l = sqrt(dot(d, d))
    f = [LAST[0] * (l - LAST[1]) / l * c for c in d]
    a = add([c / MASS for c in f], G)
    alpha = [c / INERTIA for c in cross(arm, f)]
    u = q[1:]
    dq = [-0.5 * dot(w, u)] + [0.5 * (q[0] * a1 + b) for a1, b in zip(w, cross(w, u))]  # w along the ground's axes
    return v + a + dq + alpha, p


def run(h, until):
    tip = [0.5, -0.3, 0.0]
    y = add(tip, CENTRE) + [0.0] * 3 + [1.0, 0.0, 0.0, 0.0] + [0.0] * 3
    p = [0.3, -0.2, 0.1]
    for _ in range(round(until / h)):
        k1, p = rates(y, p)
        k2, _p = rates(add(y, k1, h / 2), p)
        k3, _p = rates(add(y, k2, h / 2), p)
        k4, _p = rates(add(y, k3, h), p)
        y = [a + h / 6 * (b + 2 * c + 2 * d + e) for a, b, c, d, e in zip(y, k1, k2, k3, k4)]
    _, p = rates(y, p)
    return y, p


for t in (0.0, 0.5, 1.0):
    for h in (1e-3, 5e-4):
        y, p = run(h, t)
        print("t = %g, step %g: body" % (t, h), *("%.11f" % c for c in y[0:3]), "node", *("%.11f" % c for c in p))
