// SPDX-License-Identifier: MIT
//
// The grid of the floor under a mechanism in space. Its step is a round number. `axes` draws the lines through the
// origin stronger.
import { Lines, repaint } from './shapes.js';
import { add, dot, scale } from './space.js';
import { roundDown } from './format.js';
import { mix, rgb } from './colours.js';

export class Grid {
  constructor(picture) {
    this.picture = picture;
    this.step = 0;
    this.mesh = picture.addLines(new Lines().geometry(), picture.slots, { width: 1 }, -1);
    this.known = '';
  }

  // Below the box, a little wider.
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
    this.floor();
    this.mesh.visible = this.mesh.geometry.instanceCount > 0;
  }
}
