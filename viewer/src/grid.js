// SPDX-License-Identifier: MIT
//
// The grid: in the plane behind all, as wide as the picture; in space under the mechanism. Its step is a round
// number. `axes` draws the lines through the origin stronger.
import { Lines, repaint } from './shapes.js';
import { add, dot, scale } from './space.js';
import { marks, roundDown } from './format.js';
import { mix, rgb } from './colours.js';

export class Grid {
  constructor(picture) {
    this.picture = picture;
    this.step = 0;
    const options = picture.show.planar ? { width: 1, over: true } : { width: 1 };
    this.mesh = picture.addLines(new Lines().geometry(), picture.slots, options, -1);
    this.known = '';
  }

  // In the plane: lines at round numbers over all that is seen.
  flat() {
    const { camera, show } = this.picture;
    const [x, y] = camera.target, high = camera.span / 2, wide = (high * camera.width) / camera.height;
    const about = Math.max(2, camera.height / 70);
    const { step } = marks(y - high, y + high, about);
    const { grid, axes } = this.picture.store.values;
    const key = [step, Math.floor((x - wide) / step), Math.ceil((x + wide) / step), Math.floor((y - high) / step), Math.ceil((y + high) / step), grid, axes].join();
    this.step = step;
    if (key === this.known) return;
    this.known = key;
    const lines = new Lines(), z = -show.size / 2;
    const [left, right, low, top] = key.split(',').slice(1, 5).map((n) => Number(n) * step);
    const line = (zero, a, b) => {
      if (zero ? !axes && !grid : !grid) return;
      lines.begin({ strong: zero && axes });
      lines.segment(0, a, b);
    };
    for (let n = Math.round(left / step); n * step <= right + step / 2; n++) line(n === 0, [n * step, low, z], [n * step, top, z]);
    for (let n = Math.round(low / step); n * step <= top + step / 2; n++) line(n === 0, [left, n * step, z], [right, n * step, z]);
    this.replace(lines);
  }

  // In space: a floor below the box, a little wider.
  floor() {
    const { camera, show } = this.picture, { grid, axes } = this.picture.store.values;
    const key = `${grid},${axes}`;
    if (key === this.known) return;
    this.known = key;
    const lines = new Lines(), [low, high] = show.box;
    const range = (axis) => {
      const a = dot(low, axis), b = dot(high, axis);
      return [Math.min(a, b), Math.max(a, b)];
    };
    const bottom = range(camera.up)[0] - 0.5 * show.unit;
    const sides = [camera.right, camera.toward].map(range), far = Math.max(...sides.map(([a, b]) => b - a));
    // What flies far has a wide floor, not one of more lines.
    const size = Math.max(show.size, far / 2);
    this.step = roundDown(size / 5);
    const limits = sides.map(([a, b]) => [Math.floor((a - 0.15 * size) / this.step), Math.ceil((b + 0.15 * size) / this.step)]);
    const at = (u, v) => add(add(scale(camera.right, u * this.step), scale(camera.toward, v * this.step)), scale(camera.up, bottom));
    const [[l, r], [b, t]] = limits;
    if (grid) {
      for (let n = l; n <= r; n++) {
        lines.begin({ strong: n === 0 && axes });
        lines.segment(0, at(n, b), at(n, t));
      }
      for (let n = b; n <= t; n++) {
        lines.begin({ strong: n === 0 && axes });
        lines.segment(0, at(l, n), at(r, n));
      }
    }
    this.replace(lines);
  }

  replace(lines) {
    this.mesh.geometry.dispose();
    this.mesh.geometry = lines.geometry();
    this.paint();
  }

  paint() {
    const { theme } = this.picture;
    const weak = rgb(theme.grid), strong = mix(weak, rgb(theme.faint), 0.55);
    repaint(this.mesh.geometry, (paint) => [...(paint.strong ? strong : weak), 1]);
  }

  update() {
    if (this.picture.show.planar) this.flat();
    else this.floor();
    this.mesh.visible = this.mesh.geometry.instanceCount > 0;
  }
}
