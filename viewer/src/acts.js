// SPDX-License-Identifier: MIT
//
// Arrows of what drives and pushes, as `jourdain draw` has them: an arc about an axis, a line along a slide, a line from
// the point where it pushes. In the axes of a link's frame i, from the origin of its frame j.
import { add, cross, dot, scale, sub, turn, unit } from './space.js';

const STEPS = 24, HEAD = 0.75;

// The direction that is seen upwards, along the axes of frame i as it stands at the start.
function upwards({ show, motion }, link) {
  const pose = motion?.filmed ? Array.from(motion.pose(link.i.body, show.start)) : [0, 0, 0, 1, 0, 0, 0];
  const axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].map((axis) => turn(pose, turn(link.i.pose, axis)));
  return axes.map((axis) => dot(axis, show.up));
}

// Two strokes back from a tip.
function head(tip, way, side, size) {
  const back = sub(tip, scale(way, size));
  return [...add(back, scale(side, 0.5 * size)), ...tip, ...sub(back, scale(side, 0.5 * size))];
}

function arc(axis, near, radius, reach, unitSize) {
  const next = cross(axis, near), points = [];
  const at = (t) => add(scale(near, radius * Math.cos(t)), scale(next, radius * Math.sin(t)));
  for (let n = 0; n <= STEPS; n++) points.push(...at(reach * ((2 * n) / STEPS - 1)));
  const tip = at(reach), way = unit(add(scale(near, -Math.sin(reach)), scale(next, Math.cos(reach))));
  return [points, head(add(tip, scale(way, 0.3 * unitSize)), way, unit(tip), HEAD * unitSize * 1.4)];
}

function straight(from, way, side, size, unitSize) {
  const tip = add(from, scale(way, size));
  return [[...from, ...tip], head(tip, way, side, HEAD * unitSize * 1.4)];
}

// Lines [x, y, z, x, y, z, ...] of the arrow of a link; none: [].
export function actLines({ show, motion }, link, hangs = false) {
  const { act } = link, u = show.unit;
  if (!act || link.spans) return [];
  const way = unit(act.way);
  let up = upwards({ show, motion }, link);
  if (hangs) up = scale(up, -1);
  up = sub(up, scale(way, dot(up, way)));
  if (Math.hypot(...up) < 0.1) up = Math.abs(way[0]) > 0.9 ? [0, 1, 0] : sub([1, 0, 0], scale(way, way[0]));
  up = unit(up);
  if (act.kind === 'turn') return arc(way, up, (show.planar ? 2.1 : 2.6) * u, 0.375 * Math.PI * (show.planar ? 1 : 1.6), u);
  if (act.kind === 'twist') return arc(way, up, 1.7 * u, 0.75 * Math.PI, u);
  if (act.kind === 'slide') return straight(add(scale(up, 2.4 * u), scale(way, -1.6 * u)), way, up, 3.2 * u, u);
  return straight([0, 0, 0], way, up, 4.5 * u, u);
}
