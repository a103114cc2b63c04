// SPDX-License-Identifier: MIT
//
// What of a curve is worth a look: values that are rounding only, curves that lie on one another, and single peaks that
// would press all the rest into a line.

const ROUNDING = 1e-13; // of what is compared: less is what the last digits leave
const TINY = 1e-12; // in SI units: so little may be rounding;
const TINY_FORCE = 1e-10; // of forces and powers, in N, N*m and W: differences of large ones
const JAGGED = 0.1; // of the samples: where a curve turns back as often, it is no motion
const SAME = 0.004; // of the height of a chart: half a pixel
const REST = 0.98; // of the samples: what a chart shows at least
const FLAT = 6; // times as high as the rest: a peak
const MOST = 4000; // samples that are looked at

export function extremes(values) {
  let low = Infinity, high = -Infinity;
  for (const value of values) {
    if (!Number.isFinite(value)) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : [0, 0];
}

// The greatest size of values.
export const sizeOf = (values) => Math.max(...extremes(values).map(Math.abs));

// Nothing but rounding, against things of this size.
export const isNoise = (values, size) => sizeOf(values) <= ROUNDING * size;

// Nothing but rounding about zero: less than the last digits of a whole turn, of the size of the mechanism; where no such
// size is known, tiny and jagged.
export function isNothing(values, unit, size) {
  const most = sizeOf(values), own = { rad: 1, m: size }[unit];
  if (own ? most <= ROUNDING * own : most === 0) return true;
  if (own || most > (['N', 'N*m', 'W'].includes(unit) ? TINY_FORCE : TINY)) return false;
  let turns = 0;
  for (let n = 1; n + 1 < values.length; n++) if ((values[n] - values[n - 1]) * (values[n + 1] - values[n]) < 0) turns++;
  return turns > JAGGED * values.length;
}

// ---- Curves that lie on one another -----------------------------------------------------------------

function alike(a, b, within) {
  if (a.times.length !== b.times.length || !a.times.length) return false;
  for (let n = 0; n < a.times.length; n++) {
    if (a.times[n] !== b.times[n]) return false;
    const u = a.values[n], v = b.values[n];
    if (Number.isFinite(u) !== Number.isFinite(v) || Math.abs(u - v) > within) return false;
  }
  return true;
}

// For each curve how many of those before it look the same.
export function repeats(curves) {
  const [low, high] = curves.map(({ values }) => extremes(values)).reduce(([a, b], [c, d]) => [Math.min(a, c), Math.max(b, d)], [Infinity, -Infinity]);
  const within = SAME * (high - low);
  return curves.map((curve, n) => curves.slice(0, n).filter((other) => alike(other, curve, within)).length);
}

// ---- Peaks ------------------------------------------------------------------------------------------

// {low, high} of all values between two times, and `rest`: of nearly all of them, if few stand far out; else null.
export function spread(curves, [from, to]) {
  const all = [];
  let low = Infinity, high = -Infinity;
  for (const { times, values } of curves) {
    const skip = Math.max(1, Math.floor(times.length / MOST));
    for (let n = 0; n < times.length && n < values.length; n++) {
      if (times[n] < from || times[n] > to || !Number.isFinite(values[n])) continue;
      low = Math.min(low, values[n]);
      high = Math.max(high, values[n]);
      if (n % skip === 0) all.push(values[n]);
    }
  }
  all.sort((a, b) => a - b);
  const cut = Math.floor((all.length * (1 - REST)) / 2), a = all[cut], b = all[all.length - 1 - cut];
  const peaks = all.length > 50 && b > a && high - low > FLAT * (b - a);
  return { low, high, rest: peaks ? [Math.max(low, a - 0.25 * (b - a)), Math.min(high, b + 0.25 * (b - a))] : null };
}
