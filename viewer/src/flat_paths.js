// SPDX-License-Identifier: MIT
//
// Paths of points in the plane: all of it faint, what has been passed strong.
import { pathTimes, spotOf, tracedIds } from './traced.js';
import { place } from './space.js';
import { hex, mix, rgb } from './colours.js';
import { before } from './motion.js';

export class FlatPaths {
  constructor(picture) {
    this.picture = picture;
    this.list = [];
    picture.store.on(['paths', 'traced', 'shown'], () => this.rebuild(), true);
  }

  rebuild() {
    const { show, store, motions } = this.picture;
    const shown = motions.filter((motion) => motion.filmed && store.get('shown').has(motion.run.index));
    this.list = tracedIds(show, store).flatMap((id) => shown.map((motion) => {
      const { body, at } = spotOf(motion.show, id), times = pathTimes(motion.run.times);
      return { body, run: motion.run.index, times, points: times.flatMap((t) => place(Array.from(motion.pose(body, t)), at).slice(0, 2)) };
    }));
  }

  draw(time) {
    const { theme, show, motions } = this.picture;
    for (const { body, run, times, points } of this.list) {
      const colour = motions.length > 1 ? theme.series[run % 8] : theme.tone(show.bodies[body].colour);
      const passed = time < times[0] ? 0 : before(times, time) + 1, line = (list) => this.picture.polyline([list], [0, 0, 0, 1, 0, 0, 0], 2);
      this.picture.stroke(line(points), hex(mix(rgb(colour), rgb(theme.view), 0.6)), 1);
      if (passed > 1) this.picture.stroke(line(points.slice(0, 2 * passed)), colour, 1.8);
    }
  }
}
