// SPDX-License-Identifier: MIT
//
// Where the bodies of a run are at any time. Between frames positions go along the cubic through the four frames
// nearest by, attitudes by the shortest turn; after the last frame all rests there.

// The last frame not after t; times rise.
export function before(times, t) {
  let low = 0, high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle] <= t) low = middle;
    else high = middle - 1;
  }
  return low;
}

// Weights of the up to four frames about t: value(t) = sum of weight[n] * value(first + n).
function weights(times, t) {
  const last = times.length - 1;
  const clamped = Math.min(Math.max(t, times[0]), times[last]);
  const frame = Math.min(before(times, clamped), Math.max(last - 1, 0));
  const count = Math.min(4, times.length);
  const first = Math.max(0, Math.min(frame - 1, times.length - count));
  const weight = new Float64Array(count);
  for (let n = 0; n < count; n++) {
    let product = 1;
    for (let m = 0; m < count; m++)
      if (m !== n) product *= (clamped - times[first + m]) / (times[first + n] - times[first + m]);
    weight[n] = product;
  }
  const step = last > 0 ? times[frame + 1] - times[frame] : 1;
  return { t, first, weight, frame, share: last > 0 ? (clamped - times[frame]) / step : 0 };
}

function slerp(q, a, b, share, out) {
  let dot = q[a] * q[b] + q[a + 1] * q[b + 1] + q[a + 2] * q[b + 2] + q[a + 3] * q[b + 3];
  const sign = dot < 0 ? -1 : 1;
  dot = Math.min(dot * sign, 1);
  let u = 1 - share, v = share;
  if (dot < 0.99999) {
    const angle = Math.acos(dot), sine = Math.sin(angle);
    u = Math.sin(u * angle) / sine;
    v = Math.sin(v * angle) / sine;
  }
  let norm = 0;
  for (let n = 0; n < 4; n++) {
    out[3 + n] = u * q[a + n] + sign * v * q[b + n];
    norm += out[3 + n] ** 2;
  }
  norm = Math.sqrt(norm) || 1;
  for (let n = 3; n < 7; n++) out[n] /= norm;
}

export class Motion {
  constructor(show, run) {
    this.planar = show.planar;
    this.show = run.own ? { ...show, ...run.own } : show; // what its bodies look like
    this.run = run;
    this.filmed = run.times.length > 0;
    this.moving = show.bodies.length - 1;
    this.forceCount = show.links.reduce((most, link) => Math.max(most, (link.force ?? -1) + 1), 0);
    this.known = null;
  }

  at(t) {
    if (this.known?.t !== t) this.known = weights(this.run.times, t);
    return this.known;
  }

  mix(values, stride, offset, t) {
    const { first, weight } = this.at(t);
    let sum = 0;
    for (let n = 0; n < weight.length; n++) sum += weight[n] * values[(first + n) * stride + offset];
    return sum;
  }

  // [x, y, z, w, i, j, k] of a body.
  pose(body, t, out = new Float64Array(7)) {
    out.fill(0);
    out[3] = 1;
    if (body === 0 || !this.run.times.length) return out;
    const { poses, times } = this.run;
    const size = this.planar ? 3 : 7;
    const stride = this.moving * size, offset = (body - 1) * size;
    out[0] = this.mix(poses, stride, offset, t);
    out[1] = this.mix(poses, stride, offset + 1, t);
    if (this.planar) {
      const half = this.mix(poses, stride, offset + 2, t) / 2;
      out[3] = Math.cos(half);
      out[6] = Math.sin(half);
      return out;
    }
    out[2] = this.mix(poses, stride, offset + 2, t);
    const { frame, share } = this.at(t);
    const next = Math.min(frame + 1, times.length - 1);
    slerp(poses, frame * stride + offset + 3, next * stride + offset + 3, share, out);
    return out;
  }

  // Counted over turns; planar only.
  angle(body, t) {
    return body === 0 ? 0 : this.mix(this.run.poses, this.moving * 3, (body - 1) * 3 + 2, t);
  }

  vector(values, count, index, t, out) {
    const size = this.planar ? 2 : 3;
    out[2] = 0;
    for (let n = 0; n < size; n++) out[n] = this.mix(values, count * size, index * size + n, t);
    return out;
  }

  velocity(body, t, out = [0, 0, 0]) {
    if (body === 0 || !this.run.velocities) return out.fill(0);
    return this.vector(this.run.velocities, this.moving, body - 1, t, out);
  }

  force(index, t, out = [0, 0, 0]) {
    if (!this.run.forces) return out.fill(0);
    return this.vector(this.run.forces, this.forceCount, index, t, out);
  }
}
