// SPDX-License-Identifier: MIT
//
// Arrows and axes that follow the run, with their labels: what the model says by `arrow` and `axes`.
import { add, scale, turn } from './space.js';

// Numbers of a frame: of an arrow both ends, of axes a pose.
const widthOf = (follow, planar) => (follow.axes ? (planar ? 3 : 7) : planar ? 4 : 6);

export class Follows {
  constructor(picture) {
    this.picture = picture;
    const { follows, planar } = picture.show;
    let width = 0;
    this.list = follows.map((follow) => {
      const first = width;
      width += widthOf(follow, planar);
      return { ...follow, first };
    });
    this.width = width;
  }

  // The ends of an arrow in space.
  arrow(follow, at) {
    const values = (from) => (this.picture.show.planar ? [at(from), at(from + 1), 0] : [at(from), at(from + 1), at(from + 2)]);
    return [values(follow.first), values(follow.first + (this.picture.show.planar ? 2 : 3))];
  }

  // The origin and the ends of the axes.
  axes(follow, at) {
    const { planar } = this.picture.show, n = follow.first;
    const half = planar ? at(n + 2) / 2 : 0;
    const pose = planar
      ? [at(n), at(n + 1), 0, Math.cos(half), 0, 0, Math.sin(half)]
      : [0, 1, 2, 3, 4, 5, 6].map((k) => at(n + k));
    const origin = pose.slice(0, 3), ways = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].slice(0, planar ? 2 : 3);
    return { origin, ends: ways.map((way) => add(origin, scale(turn(pose, way), follow.length))) };
  }

  draw(pen) {
    const { main, camera, clock, theme, store } = this.picture;
    if (!this.list.length || !store.get('follows') || !main?.run.follows) return;
    const at = (column) => main.mix(main.run.follows, this.width, column, clock.time);
    for (const follow of this.list) {
      const colour = theme.tone(follow.colour);
      if (follow.axes) this.drawAxes(pen, follow, this.axes(follow, at), colour);
      else {
        const [a, b] = this.arrow(follow, at).map((p) => camera.project(p));
        if (!a || !b) continue;
        pen.arrow(a, b, colour, 2);
        this.label(pen, follow, b, [b[0] - a[0], b[1] - a[1]], colour);
      }
    }
  }

  drawAxes(pen, follow, { origin, ends }, colour) {
    const { camera } = this.picture, from = camera.project(origin), tips = ends.map((end) => camera.project(end));
    if (!from || tips.some((tip) => !tip)) return;
    let away = [0, 0];
    tips.forEach((tip, n) => {
      const way = [tip[0] - from[0], tip[1] - from[1]], size = Math.hypot(...way) || 1;
      away = [away[0] - way[0], away[1] - way[1]];
      pen.arrow(from, tip, colour, 1.8);
      if (size > 2) pen.text('xyz'[n], tip[0] + (9 * way[0]) / size, tip[1] + (9 * way[1]) / size, { align: 'center', italic: true, colour });
    });
    this.label(pen, follow, from, away, colour);
  }

  label(pen, follow, [x, y], way, colour) {
    if (!follow.label) return;
    const size = Math.hypot(...way) || 1, [u, v] = [way[0] / size, way[1] / size];
    pen.text(follow.label, x + 8 * u, y + 10 * v, { align: u > 0.3 ? 'left' : u < -0.3 ? 'right' : 'center', colour });
  }
}
