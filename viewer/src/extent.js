// SPDX-License-Identifier: MIT
//
// Points about all that is seen during the runs: the corners of each body's shapes, at some times.
import { place } from './space.js';

const MOST = 20000;
const FEW = 12; // times that may miss something: then all of the box counts

// Corners of the box about points on a body.
function corners(least, most) {
  return Array.from({ length: 8 }, (_, n) => [0, 1, 2].map((axis) => (n & (1 << axis) ? most : least)[axis]));
}

function boxOf(show, body) {
  const least = [Infinity, Infinity, Infinity], most = [-Infinity, -Infinity, -Infinity];
  const include = (p) => p.forEach((v, axis) => {
    least[axis] = Math.min(least[axis], v);
    most[axis] = Math.max(most[axis], v);
  });
  for (const shape of body.shapes) {
    const mesh = show.meshes[shape.mesh];
    if (show.planar) for (const ring of shape.outline ?? []) for (let n = 0; n < ring.length; n += 2) include([ring[n], ring[n + 1], 0]);
    else if (mesh) for (let n = 0; n < mesh.points.length; n += 3) include(place(shape.pose, [mesh.points[n], mesh.points[n + 1], mesh.points[n + 2]]));
  }
  for (const link of show.links) for (const side of [link.i, link.j]) if (!link.hidden && side.body === body.index) include(side.pose.slice(0, 3));
  return least[0] <= most[0] ? corners(least, most) : [[0, 0, 0]];
}

// A flat list of [x, y, z]; without bodies the box of the show.
export function extent(show, motions) {
  const seen = show.bodies.filter((body) => !body.hidden && (body.index > 0 || body.shapes.length || show.links.some((link) => link.i.body === 0 || link.j.body === 0)));
  const filmed = motions.filter((motion) => motion.filmed);
  const times = Math.max(2, Math.min(40, Math.floor(MOST / (8 * Math.max(seen.length, 1) * Math.max(filmed.length, 1)))));
  const points = [];
  for (const motion of filmed) {
    const boxes = seen.map((body) => boxOf(motion.show, motion.show.bodies[body.index]));
    for (let n = 0; n < times; n++) {
      const t = show.start + ((show.end - show.start) * n) / (times - 1);
      seen.forEach((body, k) => {
        if (body.index === 0 && n > 0) return;
        const pose = Array.from(motion.pose(body.index, t));
        for (const corner of boxes[k]) points.push(place(pose, corner));
      });
    }
  }
  return points.length && times >= FEW ? points : [...points, ...corners(...show.box)];
}
