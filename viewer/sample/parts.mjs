// SPDX-License-Identifier: MIT
//
// Parts of sample data (see DATA.md): arrays, shapes, frames.

const text = (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
export const f4 = (values) => ({ f4: text(Float32Array.from(values)) });
export const f8 = (values) => ({ f8: text(Float64Array.from(values)) });
export const u4 = (values) => ({ u4: text(Uint32Array.from(values)) });

export const even = (count, end) => Array.from({ length: count }, (_, n) => (end * n) / (count - 1));

// The derivative of a function of time, by differences.
export const rate = (f, t, step = 1e-5) => (f(t + step) - f(t - step)) / (2 * step);

// ---- Outlines in the plane ----------------------------------------------------------------------

export function circle(radius, x = 0, y = 0, count = 32) {
  return Array.from({ length: count }, (_, n) => (2 * Math.PI * n) / count)
    .flatMap((a) => [x + radius * Math.cos(a), y + radius * Math.sin(a)]);
}

export const rectangle = (w, h, x = 0, y = 0) =>
  [x - w / 2, y - h / 2, x + w / 2, y - h / 2, x + w / 2, y + h / 2, x - w / 2, y + h / 2];

// A bar along x with round ends about (-l/2, 0) and (l/2, 0).
export function bar(l, radius) {
  const ring = [];
  for (let n = 0; n <= 16; n++) ring.push(l / 2 + radius * Math.sin((Math.PI * n) / 16), -radius * Math.cos((Math.PI * n) / 16));
  for (let n = 0; n <= 16; n++) ring.push(-l / 2 - radius * Math.sin((Math.PI * n) / 16), radius * Math.cos((Math.PI * n) / 16));
  return ring;
}

// ---- Meshes in space ----------------------------------------------------------------------------

export function box(w, h, d) {
  const points = [], normals = [], triangles = [], edges = [];
  for (let axis = 0; axis < 3; axis++)
    for (const sign of [-1, 1]) {
      const first = points.length / 3, half = [w / 2, h / 2, d / 2], u = (axis + 1) % 3, v = (axis + 2) % 3;
      for (const [a, b] of [[-1, -1], [1, -1], [1, 1], [-1, 1]]) {
        const p = [0, 0, 0], n = [0, 0, 0];
        p[axis] = sign * half[axis];
        p[u] = a * half[u] * sign;
        p[v] = b * half[v];
        n[axis] = sign;
        points.push(...p);
        normals.push(...n);
      }
      triangles.push(first, first + 1, first + 2, first, first + 2, first + 3);
      for (let n = 0; n < 4; n++) edges.push(first + n, first + ((n + 1) % 4));
    }
  return { points: f4(points), normals: f4(normals), triangles: u4(triangles), edges: u4(edges) };
}

// Along z.
export function cylinder(radius, length, count = 32) {
  const points = [], normals = [], triangles = [], edges = [];
  for (const sign of [-1, 1])
    for (let n = 0; n < count; n++) {
      const a = (2 * Math.PI * n) / count, c = Math.cos(a), s = Math.sin(a);
      points.push(radius * c, radius * s, (sign * length) / 2, radius * c, radius * s, (sign * length) / 2);
      normals.push(c, s, 0, 0, 0, sign);
    }
  const at = (end, n, cap) => 2 * (end * count + (n % count)) + cap;
  for (let n = 0; n < count; n++) {
    triangles.push(at(0, n, 0), at(0, n + 1, 0), at(1, n + 1, 0), at(0, n, 0), at(1, n + 1, 0), at(1, n, 0));
    edges.push(at(0, n, 1), at(0, n + 1, 1), at(1, n, 1), at(1, n + 1, 1));
  }
  for (let n = 1; n + 1 < count; n++) triangles.push(at(0, 0, 1), at(0, n + 1, 1), at(0, n, 1), at(1, 0, 1), at(1, n, 1), at(1, n + 1, 1));
  return { points: f4(points), normals: f4(normals), triangles: u4(triangles), edges: u4(edges) };
}

// ---- Symbols --------------------------------------------------------------------------------------

export const ring = (radius, count = 24) =>
  Array.from({ length: count + 1 }, (_, n) => (2 * Math.PI * n) / count).flatMap((a) => [radius * Math.cos(a), radius * Math.sin(a), 0]);

// A spring along x from 0 to 1.
export const zigzag = (high, turns = 6) =>
  [0, 0, 0, 0.15, 0, 0, ...Array.from({ length: 2 * turns }, (_, n) => [0.15 + (0.7 * (n + 0.5)) / (2 * turns), n % 2 ? -high : high, 0]).flat(), 0.85, 0, 0, 1, 0, 0];

export const pose = (x = 0, y = 0, z = 0, w = 1, i = 0, j = 0, k = 0) => [x, y, z, w, i, j, k];
export const turned = (p, axis, angle) => {
  const s = Math.sin(angle / 2);
  return [...p, Math.cos(angle / 2), axis[0] * s, axis[1] * s, axis[2] * s];
};
