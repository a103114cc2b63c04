// SPDX-License-Identifier: MIT
//
// What lies over the picture: names, arrows and their scale, numbers of the axes, directions in space, gravity.
import { OPTIONS } from './options.js';
import { Arrows, ends, middleOf } from './arrows.js';
import { Follows } from './follows.js';
import { Pen } from './pen.js';
import { dot, length, unit } from './space.js';
import { lengthText, markText } from './format.js';

const MOST_NAMES = 200;
const GAP = 7; // pixels between a thing and its name
const TINY = 8; // pixels: a mechanism smaller than this is marked by dots

export class Overlay {
  constructor(canvas, picture) {
    this.picture = picture;
    this.pen = new Pen(canvas);
    this.arrows = new Arrows(picture);
    this.follows = new Follows(picture);
    picture.after(() => this.draw());
  }

  draw() {
    const { camera, theme, store, show, ratio } = this.picture;
    this.pen.begin(camera.width, camera.height, ratio ?? 1, theme);
    if (store.get('axes') && show.planar) this.numbers();
    this.dots();
    this.gaps();
    this.drawArrows();
    this.follows.draw(this.pen);
    this.names();
    if (store.get('axes') && !show.planar) this.directions();
    if (store.get('gravity') && show.gravity) this.gravity();
    this.legend();
  }

  // What has gone too far to be seen is still there.
  dots() {
    const { camera, show, store, slots, theme } = this.picture, concealed = store.get('concealed');
    if (camera.pixelsPerMetre() * show.size > TINY) return;
    for (const body of show.bodies.slice(1, MOST_NAMES)) {
      const where = body.hidden || concealed.has(body.index) ? null : camera.project(slots.poses[body.index]);
      if (where) this.pen.dot(where, theme.tone(body.colour));
    }
  }

  // Joints whose points should be one and are not: of what does not assemble, or gives way.
  gaps() {
    const { camera, show, store, slots, theme } = this.picture;
    if (!store.get('glyphs')) return;
    for (const link of show.links) {
      if (!link.meets || link.hidden) continue;
      const [m, n] = ends(link, slots.poses);
      if (Math.hypot(n[0] - m[0], n[1] - m[1], n[2] - m[2]) < show.unit) continue;
      const from = camera.project(m), to = camera.project(n);
      if (from && to) this.pen.line(from, to, theme.bad, 1.5, [5, 4]);
    }
  }

  // ---- Names ------------------------------------------------------------------------------------

  // The selected one first; a name that would lie on another is left out.
  names() {
    const { store, show, slots, camera, theme } = this.picture, selected = store.get('selected');
    const chosen = (kind, index) => selected?.kind === kind && selected.index === index;
    const every = store.get('names'), concealed = store.get('concealed'), list = [];
    for (const body of show.bodies)
      if (chosen('body', body.index) || (every && body.index > 0 && !body.hidden && !concealed.has(body.index)))
        list.push({ name: body.name, at: slots.poses[body.index], strong: chosen('body', body.index), colour: theme.tone(body.colour) });
    for (const link of show.links)
      if (chosen('link', link.index) || (every && !link.hidden && store.get('glyphs')))
        list.push({ name: link.name, at: middleOf(link, slots.poses), strong: chosen('link', link.index), colour: theme.faint });
    list.sort((a, b) => b.strong - a.strong);
    const taken = [];
    for (const { name, at, strong, colour } of list.slice(0, MOST_NAMES)) {
      const where = camera.project([at[0], at[1], at[2]]);
      if (where) this.name(name, where, strong, strong ? theme.accent : colour, taken);
    }
  }

  name(words, [x, y], strong, colour, taken) {
    const wide = this.pen.width(words), high = 14;
    for (const [dx, dy] of [[GAP, -GAP - 5], [GAP, GAP + 5], [-GAP - wide, -GAP - 5], [-GAP - wide, GAP + 5]]) {
      const box = [x + dx, y + dy - high / 2, x + dx + wide, y + dy + high / 2];
      if (taken.some((other) => box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3])) continue;
      taken.push(box);
      this.pen.text(words, x + dx, y + dy, { colour, weight: strong ? 600 : 400 });
      return;
    }
  }

  // ---- Arrows -----------------------------------------------------------------------------------

  drawArrows() {
    const { camera, theme, clock } = this.picture;
    for (const { kind, from, to, loose } of this.arrows.list(clock.time)) {
      const a = camera.project(from), b = camera.project(to);
      if (a && b) this.pen.arrow(a, b, theme[kind], 1.8, loose ? [4, 4] : []);
    }
  }

  // Right below: what the lengths mean.
  legend() {
    const { camera, theme, store, show, grid } = this.picture;
    let y = camera.height - 18 - (show.planar && store.get('axes') ? 16 : 0);
    const right = camera.width - 14;
    const row = (words, pixels, colour, loose) => {
      this.pen.text(words, right, y, { align: 'right', colour: theme.ink });
      const end = right - this.pen.width(words) - 10;
      if (pixels) this.pen.arrow([end - pixels, y], [end, y], colour, 1.8, loose ? [4, 4] : []);
      y -= 20;
    };
    if (!show.planar && store.get('grid')) {
      this.pen.text(`grid ${lengthText(grid.step)}`, right, y, { align: 'right', colour: theme.faint });
      y -= 20;
    }
    for (const { name, unit: of } of OPTIONS) {
      if (!of || !store.get(name)) continue;
      const scale = this.arrows.legend(name, of);
      if (scale) row(`${name} ${scale.text}`, scale.pixels, theme[name]);
      if (name === 'force' && show.links.some((link) => link.force !== null && !link.unique)) row('one of many possible', 24, theme.force, true);
    }
  }

  // ---- Directions -------------------------------------------------------------------------------

  // In the plane: numbers at the lower and the left edge.
  numbers() {
    const { camera, theme, grid } = this.picture, { step } = grid;
    const [x, y] = camera.target, perMetre = camera.pixelsPerMetre();
    const high = camera.span / 2, wide = (high * camera.width) / camera.height;
    const largest = Math.max(Math.abs(x) + wide, Math.abs(y) + high);
    const skip = Math.max(1, Math.ceil(46 / (step * perMetre)));
    const style = { colour: theme.faint, size: 11 };
    for (let n = Math.ceil((x - wide) / step); n * step <= x + wide; n++) {
      const at = camera.width / 2 + (n * step - x) * perMetre;
      if (n % skip === 0 && at > 40 && at < camera.width - 60) this.pen.text(markText(n * step, step, largest), at, camera.height - 10, { ...style, align: 'center' });
    }
    for (let n = Math.ceil((y - high) / step); n * step <= y + high; n++) {
      const at = camera.height / 2 - (n * step - y) * perMetre;
      if (at > 30 && at < camera.height - 26) this.pen.text(markText(n * step, step, largest), 8, at, style);
    }
    this.pen.text('x [m]', camera.width - 8, camera.height - 10, { ...style, align: 'right', italic: true });
    this.pen.text('y [m]', 8, 12, { ...style, italic: true });
  }

  // In space: the three axes at the lower left, the farthest first.
  directions() {
    const { camera, theme } = this.picture, { right, up, eye } = camera.axes(), from = [46, camera.height - 46];
    const axes = [['x', [1, 0, 0], 1], ['y', [0, 1, 0], 2], ['z', [0, 0, 1], 0]].sort((a, b) => dot(a[1], eye) - dot(b[1], eye));
    for (const [name, axis, colour] of axes) {
      const way = [dot(axis, right), -dot(axis, up)], to = [from[0] + 28 * way[0], from[1] + 28 * way[1]];
      this.pen.arrow(from, to, theme.series[colour], 1.6);
      this.pen.text(name, from[0] + 38 * way[0], from[1] + 38 * way[1], { align: 'center', italic: true, colour: theme.series[colour] });
    }
  }

  gravity() {
    const { camera, theme, show } = this.picture, { right, up } = camera.axes(), g = unit(show.gravity);
    const way = [dot(g, right), -dot(g, up)];
    if (length([...way, 0]) < 0.05) return;
    const middle = [show.planar ? 66 : 112, camera.height - (show.planar ? 60 : 46)];
    this.pen.arrow([middle[0] - 17 * way[0], middle[1] - 17 * way[1]], [middle[0] + 17 * way[0], middle[1] + 17 * way[1]], theme.faint, 2);
    this.pen.text('g', middle[0] + 11 * Math.abs(way[1]) + 2, middle[1] - 11 * Math.abs(way[0]), { italic: true, colour: theme.faint });
  }
}
