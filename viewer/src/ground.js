// SPDX-License-Identifier: MIT
//
// What stands on the ground, in the plane: a line with hatches under a link whose place on the ground stays, a guide
// along the way of one that moves on a straight line. Found from the motion alone.
import { place, sub } from './space.js';

const TIMES = 80;

// Where the moving side of a link is, over the run.
function way(show, motion, link) {
  const side = link.i.body === 0 ? link.j : link.i;
  return Array.from({ length: TIMES }, (_, n) =>
    place(Array.from(motion.pose(side.body, show.start + ((show.end - show.start) * n) / (TIMES - 1))), side.pose));
}

// The two ends of a straight way; null if it stays or bends.
function straight(points, unit) {
  const far = (from) => points.reduce((a, b) => (Math.hypot(...sub(b, from)) > Math.hypot(...sub(a, from)) ? b : a));
  const a = far(points[0]), b = far(a), [x, y] = sub(b, a), size = Math.hypot(x, y);
  if (size < 0.5 * unit) return null;
  const bend = Math.max(...points.map((p) => Math.abs((p[0] - a[0]) * y - (p[1] - a[1]) * x) / size));
  return bend < 0.02 * size ? [a, b] : null;
}

// How far the shapes of a small body reach to one side of a point on it.
function reach(show, motion, side, normal) {
  const pose = Array.from(motion.pose(side.body, show.start)), from = place(pose, side.pose);
  let most = 0;
  for (const { outline } of show.bodies[side.body].shapes)
    for (const ring of outline ?? [])
      for (let n = 0; n < ring.length; n += 2) {
        const [x, y] = sub(place(pose, [ring[n], ring[n + 1], 0]), from);
        most = Math.max(most, x * normal[0] + y * normal[1]);
      }
  return most;
}

// A line with hatches on the side of `normal`.
function hatch(lines, a, b, normal, unit) {
  const size = Math.hypot(b[0] - a[0], b[1] - a[1]), e = [(b[0] - a[0]) / size, (b[1] - a[1]) / size];
  const at = (s, n) => [a[0] + s * e[0] + n * normal[0], a[1] + s * e[1] + n * normal[1], 0];
  const count = Math.max(4, Math.round(size / (0.7 * unit))), step = size / count;
  lines.segment(0, a, b);
  for (let n = 0; n < count; n++) lines.segment(0, at((n + 0.75) * step, 0), at((n + 0.75) * step - 0.55 * unit, 0.6 * unit));
}

// Across the way of what spans, at its end on the ground; nothing if a joint stands there.
function addEnd(lines, show, motion, link) {
  const [here, there] = link.i.body === 0 ? [link.i, link.j] : [link.j, link.i], from = here.pose.slice(0, 3);
  const taken = show.links.some((other) => other.ground && !other.spans && !other.hidden &&
    [other.i, other.j].some((side) => side.body === 0 && Math.hypot(...sub(side.pose, from)) < show.unit));
  const [x, y] = sub(place(Array.from(motion.pose(there.body, show.start)), there.pose), from), size = Math.hypot(x, y);
  if (taken || there.body === 0 || !(size > show.unit)) return;
  const way = [x / size, y / size], at = (s) => [from[0] - s * way[1], from[1] + s * way[0], 0];
  lines.begin({ link: link.index });
  hatch(lines, at(-1.2 * show.unit), at(1.2 * show.unit), [-way[0], -way[1]], show.unit);
}

// Lines of the ground's slot.
export function addGrounds(lines, show, motion) {
  const { unit } = show;
  for (const link of show.links) {
    if (!link.ground || link.hidden || !motion?.filmed) continue;
    if (link.spans) {
      addEnd(lines, show, motion, link);
      continue;
    }
    const ends = straight(way(show, motion, link), unit);
    lines.begin({ link: link.index });
    if (!ends) {
      const [x, y] = link.i.body === 0 ? link.i.pose : link.j.pose, down = y - 1.3 * unit;
      hatch(lines, [x - 1.7 * unit, down, 0], [x + 1.7 * unit, down, 0], [0, -1], unit);
      continue;
    }
    const side = link.i.body === 0 ? link.j : link.i, size = Math.hypot(...sub(ends[1], ends[0]));
    const e = sub(ends[1], ends[0]).map((v) => v / size), normal = e[0] > 0 || (e[0] === 0 && e[1] > 0) ? [e[1], -e[0]] : [-e[1], e[0]];
    const far = reach(show, motion, side, normal), off = far > 0 && far < 8 * unit ? far : 1.3 * unit;
    const end = (p, s) => [p[0] + 2.5 * unit * s * e[0] + off * normal[0], p[1] + 2.5 * unit * s * e[1] + off * normal[1], 0];
    hatch(lines, end(ends[0], -1), end(ends[1], 1), normal, unit);
  }
}
