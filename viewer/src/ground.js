// SPDX-License-Identifier: MIT
//
// What stands on the ground, as `jourdain draw` has it. In the plane: a triangle on hatched ground under a pin, a wall
// beside what does not turn, a guide along the way of one that moves on a straight line; found from the motion alone. In
// space, where joints are solid: what springs and their like hang on.
import { add, cross, length, place, scale, sub, turn, unit as direction } from './space.js';

const TIMES = 80;
const FOOT = 2.1, HALF = 1.15, WIDE = 1.8; // of a support, in the size of symbols

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

// A line with hatches on the side of `normal`: polylines [x, y, x, y, ...].
function hatch(a, b, normal, unit) {
  const size = Math.hypot(b[0] - a[0], b[1] - a[1]), e = [(b[0] - a[0]) / size, (b[1] - a[1]) / size];
  const at = (s, n) => [a[0] + s * e[0] + n * normal[0], a[1] + s * e[1] + n * normal[1]];
  const count = Math.min(400, Math.max(4, Math.round(size / (0.6 * unit)))), step = size / count;
  const strokes = Array.from({ length: count }, (_, n) => [...at((n + 0.85) * step, 0), ...at((n + 0.85) * step - 0.6 * unit, 0.6 * unit)]);
  return { lines: [[a[0], a[1], b[0], b[1]]], strokes };
}

// Supports stand below their pin, or hang above it where all that they hold goes down from there.
export function hangs(show, motion, at) {
  let below = false, above = false;
  for (const link of show.links) {
    const sides = [link.i, link.j].filter((side) => side.body > 0);
    if (link.kind === 'force' || !link.ground || link.hidden || sides.length !== 1) continue;
    const [held] = sides, pose = Array.from(motion.pose(held.body, show.start));
    if (Math.hypot(...sub(place(pose, held.pose), at).slice(0, 2)) > show.unit) continue;
    const spots = [[0, 0, 0], ...show.links.flatMap((other) => [other.i, other.j]).filter((side) => side.body === held.body).map((side) => side.pose)];
    for (const spot of spots) {
      const [x, y] = sub(place(pose, spot), at), size = Math.hypot(x, y);
      if (size < show.unit) continue;
      below ||= y / size < -0.5;
      above ||= y / size > 0.5;
    }
  }
  return below && !above;
}

// A triangle between the pin and the ground.
function support(show, motion, [x, y]) {
  const u = show.unit, down = hangs(show, motion, [x, y, 0]) ? 1 : -1, foot = y + down * FOOT * u;
  return { ...hatch([x - WIDE * u, foot], [x + WIDE * u, foot], [0, down], u), fill: [x, y, x - HALF * u, foot, x + HALF * u, foot] };
}

// The end of what spans on the ground, and its way from there at the start; null if a joint stands there.
function anchor(show, motion, link) {
  const [here, there] = link.i.body === 0 ? [link.i, link.j] : [link.j, link.i], from = here.pose.slice(0, 3);
  const taken = show.links.some((other) => other.ground && !other.spans && !other.hidden &&
    [other.i, other.j].some((side) => side.body === 0 && length(sub(side.pose, from)) < show.unit));
  const way = sub(place(Array.from(motion.pose(there.body, show.start)), there.pose), from);
  return taken || there.body === 0 || !(length(way) > show.unit) ? null : { from, along: direction(way) };
}

// A hatched plate across its way, in space: lines [x, y, z, ...] in the ground's axes.
export function anchorLines(show, motion, link) {
  const found = motion?.filmed && link.ground && link.spans && !link.couples ? anchor(show, motion, link) : null;
  if (!found) return [];
  const { from, along } = found, size = along.map(Math.abs), least = size.indexOf(Math.min(...size)), half = 1.4 * show.unit;
  const e = direction(cross(along, [0, 1, 2].map((n) => (n === least ? 1 : 0)))), f = cross(along, e);
  const at = (x, y) => add(from, add(scale(e, x * half), scale(f, y * half)));
  const line = (...points) => points.flatMap(([x, y]) => at(x, y));
  return [line([-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]), line([-1, 0], [0, 1]), line([-1, -1], [1, 1]), line([0, -1], [1, 0])];
}

// Across the way of what spans, at its end on the ground, in the plane.
function end(show, motion, link) {
  const found = anchor(show, motion, link);
  if (!found) return null;
  const { from, along } = found, at = (s) => [from[0] - s * along[1], from[1] + s * along[0]];
  return hatch(at(-1.7 * show.unit), at(1.7 * show.unit), [-along[0], -along[1]], show.unit);
}

function guide(show, motion, link, ends) {
  const { unit } = show, side = link.i.body === 0 ? link.j : link.i, size = Math.hypot(...sub(ends[1], ends[0]));
  const e = sub(ends[1], ends[0]).map((v) => v / size), normal = e[0] > 0 || (e[0] === 0 && e[1] > 0) ? [e[1], -e[0]] : [-e[1], e[0]];
  const far = reach(show, motion, side, normal), off = far > 0 && far < 8 * unit ? far : 1.3 * unit;
  const tip = (p, s) => [p[0] + 2.5 * unit * s * e[0] + off * normal[0], p[1] + 2.5 * unit * s * e[1] + off * normal[1]];
  return hatch(tip(ends[0], -1), tip(ends[1], 1), normal, unit);
}

// What a wheel rolls on: as far as it comes, and a little more; below its middle.
function road(show, motion, link) {
  const { radius: r } = link, [dx, dy] = turn(link.i.pose, [1, 0, 0]), from = link.i.pose, past = Math.max(2 * r, 3 * show.unit);
  const far = way(show, motion, link).map((p) => (p[0] - from[0]) * dx + (p[1] - from[1]) * dy);
  const height = way(show, motion, link).map((p) => (p[1] - from[1]) * dx - (p[0] - from[0]) * dy)[0] - r;
  const at = (s) => [from[0] + s * dx - height * dy, from[1] + s * dy + height * dx];
  return hatch(at(Math.min(...far) - past), at(Math.max(...far) + past), [dy, -dx], Math.min(show.unit, r / 3));
}

function standOf(show, motion, link) {
  const side = link.i.body === 0 ? link.i : link.j;
  if (link.radius && link.i.body === 0) return road(show, motion, link);
  if (link.spans) return link.pin ? support(show, motion, side.pose) : end(show, motion, link);
  const ends = straight(way(show, motion, link), show.unit);
  if (ends) return guide(show, motion, link, ends);
  if (link.pin) return support(show, motion, side.pose);
  const [x, y] = side.pose, u = show.unit, up = hangs(show, motion, [x, y, 0]) ? 1 : -1, wall = y + up * 1.15 * u;
  return hatch([x - 1.7 * u, wall], [x + 1.7 * u, wall], [0, up], u);
}

// What is drawn for each link that stands on the ground: {link, lines, strokes, fill}, in the ground's axes.
export function standsOf(show, motion) {
  if (!motion?.filmed) return [];
  const seen = new Set(), list = [];
  for (const link of show.links) {
    if (!link.ground || link.hidden) continue;
    const stand = standOf(show, motion, link), key = JSON.stringify(stand?.fill ?? stand?.lines);
    if (!stand || seen.has(key)) continue;
    seen.add(key);
    list.push({ link: link.index, ...stand });
  }
  return list;
}
