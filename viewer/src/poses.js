// SPDX-License-Identifier: MIT
//
// Where the bodies of a planar show are at a time, and the frames of its links.
import { join } from './space.js';

export class Poses {
  constructor(show) {
    this.show = show;
    this.poses = show.bodies.map(() => Float64Array.from([0, 0, 0, 1, 0, 0, 0]));
  }

  place(motion, time) {
    if (motion) this.poses.forEach((pose, n) => motion.pose(n, time, pose));
  }

  // Of a link's symbol: at the origin of j, along the axes of i.
  symbol(link) {
    const i = join(this.poses[link.i.body], link.i.pose), j = join(this.poses[link.j.body], link.j.pose);
    return [...j.slice(0, 3), ...i.slice(3)];
  }
}
