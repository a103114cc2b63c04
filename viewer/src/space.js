// SPDX-License-Identifier: MIT
//
// Small vectors and poses, as arrays.

export const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a, s) => [a[0] * s, a[1] * s, a[2] * s];
export const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const length = (a) => Math.hypot(a[0], a[1], a[2]);
export const unit = (a) => {
  const size = length(a);
  return size > 0 ? scale(a, 1 / size) : [0, 0, 0];
};

// v turned by the attitude of a pose.
export function turn(pose, v) {
  const [, , , w, i, j, k] = pose;
  const t = scale(cross([i, j, k], v), 2);
  return add(add(v, scale(t, w)), cross([i, j, k], t));
}

// A point of the body, seen from the ground.
export const place = (pose, p) => add([pose[0], pose[1], pose[2]], turn(pose, p));

// First b, then a: a frame on a body, seen from the ground.
export function join(a, b) {
  const [x, y, z] = place(a, b);
  const [, , , aw, ai, aj, ak] = a, [, , , bw, bi, bj, bk] = b;
  return [x, y, z,
    aw * bw - ai * bi - aj * bj - ak * bk,
    aw * bi + ai * bw + aj * bk - ak * bj,
    aw * bj - ai * bk + aj * bw + ak * bi,
    aw * bk + ai * bj - aj * bi + ak * bw];
}

export const NOWHERE = [0, 0, 0, 1, 0, 0, 0];
