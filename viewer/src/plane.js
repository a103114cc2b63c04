// SPDX-License-Identifier: MIT
//
// The moving picture of a planar mechanism, drawn with a pen: the grid, what stands on the ground, bodies with the larger
// ones below, symbols, arrows of drives, and the same once more as lines for the start position and for other runs. It
// needs no WebGL. Hidden edges shine through, and a body under the pointer is seen through.
import { hangs, standsOf } from './ground.js';
import { actLines } from './acts.js';
import { beltLines } from './belt.js';
import { FlatPaths } from './flat_paths.js';
import { Poses } from './poses.js';
import { marks } from './format.js';
import { hex, mix, rgb } from './colours.js';
import { place } from './space.js';

const SMALL = 2.5; // pixels: smaller symbols are left out
const SEEN_THROUGH = 0.22, HIDDEN_EDGE = 0.28; // how much is left of a face under the pointer, and of an edge behind others
const NEAR = 6; // pixels that a click may miss by

const area = (ring) => {
  let sum = 0;
  for (let n = 0, m = ring.length - 2; n < ring.length; m = n, n += 2) sum += ring[m] * ring[n + 1] - ring[n] * ring[m + 1];
  return Math.abs(sum / 2);
};

// A ring whose points are at one distance from their middle, but for teeth: [x, y, radius]; else null.
function roundness(ring, teeth) {
  if (!ring || ring.length < 24) return null;
  const count = ring.length / 2, middle = [0, 1].map((axis) => ring.reduce((sum, v, n) => sum + (n % 2 === axis ? v : 0), 0) / count);
  const far = Array.from({ length: count }, (_, n) => Math.hypot(ring[2 * n] - middle[0], ring[2 * n + 1] - middle[1]));
  return Math.max(...far) < (1 + teeth) * Math.min(...far) ? [...middle, Math.max(...far)] : null;
}

// It lies below what holds it.
const isWheel = (body) => roundness(body.shapes.flatMap(({ outline }) => outline).sort((a, b) => area(b) - area(a))[0], 0.12) !== null;

// A cross on a wheel without a hole: so one sees it turn. Small ones are pins.
function crossOf(outline, unit) {
  const [x, y, r] = (outline.length === 1 && roundness(outline[0], 1e-3)) || [0, 0, 0];
  if (r < 2.2 * unit) return null;
  const path = new Path2D();
  for (const [dx, dy] of [[0.88 * r, 0], [0, 0.88 * r]]) {
    path.moveTo(x - dx, y - dy);
    path.lineTo(x + dx, y + dy);
  }
  return path;
}

// A body's outlines as paths, in its own axes.
function pathsOf(body, unit) {
  return body.shapes.filter(({ outline }) => outline.length).map((shape) => {
    const path = new Path2D();
    for (const ring of shape.outline) {
      for (let n = 0; n < ring.length; n += 2) n ? path.lineTo(ring[n], ring[n + 1]) : path.moveTo(ring[n], ring[n + 1]);
      path.closePath();
    }
    return { path, cross: crossOf(shape.outline, unit), colour: shape.colour ?? body.colour, opacity: shape.opacity ?? 1 };
  });
}

export class PlanePicture {
  constructor(canvas, app) {
    const { show, store, theme, camera, motions, clock } = app;
    Object.assign(this, { canvas, show, store, theme, camera, motions, clock, count: 0, ratio: 1 });
    this.ctx = canvas.getContext('2d');
    this.shade = new Poses(show);
    this.looks = new Map(); // paths of the bodies of each motion that has a look of its own
    this.take();
    this.paths = new FlatPaths(this);
    this.grid = { step: 0 };
    this.picker = { at: (x, y) => this.at(x, y) };
    theme.on(() => this.changed());
    store.on('shown', () => this.take());
    store.on(['selected', 'hovered', 'glyphs', 'ghost', 'grid', 'axes', 'names', 'follows', 'gravity', 'velocity', 'force', 'velocityScale', 'forceScale', 'shown', 'concealed', 'paths', 'traced'], () => this.changed());
  }

  // The bodies of a motion, larger ones below, wheels lowest of all: what is small is seen.
  look(motion) {
    const show = motion?.show ?? this.show;
    if (!this.looks.has(show)) {
      const bodies = show.bodies.map((body) => ({ body, shapes: pathsOf(body, show.unit), size: Math.max(0, ...body.shapes.flatMap(({ outline }) => outline.map(area))), wheel: isWheel(body) }));
      this.looks.set(show, { bodies, order: bodies.slice(1).sort((a, b) => b.wheel - a.wheel || b.size - a.size) });
    }
    return this.looks.get(show);
  }

  // What stands still and what is drawn in full: of the main motion.
  take() {
    const { main } = this, show = main?.show ?? this.show;
    if (this.taken === main) return;
    this.taken = main;
    this.show = show;
    this.slots = new Poses(show);
    Object.assign(this, this.look(main));
    this.stands = standsOf(show, main);
    this.symbols = show.links.filter((link) => !link.hidden).map((link) => ({ link, lines: (link.kind === 'force' && link.act) || (link.radius && link.i.body === 0) ? [] : link.lines, act: this.arrowOf(link) }));
  }

  get main() {
    const filmed = this.motions.filter((motion) => motion.filmed);
    return filmed.find((motion) => this.store.get('shown').has(motion.run.index)) ?? filmed[0] ?? this.motions[0];
  }

  arrowOf(link) {
    const { main } = this, show = main?.show ?? this.show, side = link.i.body === 0 ? link.i : link.j;
    return actLines({ show, motion: main }, link, main?.filmed && link.ground && hangs(show, main, side.pose));
  }

  after(act) {
    this.overlay = act;
  }

  resize(width, height, ratio) {
    Object.assign(this.canvas, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
    this.ratio = ratio;
    this.changed();
  }

  changed() {
    if (this.due) return;
    this.due = true;
    requestAnimationFrame(() => this.draw());
  }

  place(time) {
    this.slots.place(this.main, time);
  }

  // ---- The pen ------------------------------------------------------------------------------------

  // Metres of the ground to pixels.
  get view() {
    const { camera, ratio } = this, s = camera.pixelsPerMetre() * ratio;
    return [s, 0, 0, -s, (camera.width / 2) * ratio - camera.target[0] * s, (camera.height / 2) * ratio + camera.target[1] * s];
  }

  // The same from the axes of a pose; as far as a body has turned.
  moved(pose) {
    const [s, , , , x, y] = this.view, c = 1 - 2 * pose[6] ** 2, d = 2 * pose[3] * pose[6];
    return new DOMMatrix([s * c, -s * d, -s * d, -s * c, x + s * pose[0], y - s * pose[1]]);
  }

  // A path in pixels: lines keep their width.
  seen(path, pose) {
    const to = new Path2D();
    to.addPath(path, this.moved(pose));
    return to;
  }

  stroke(path, colour, width, alpha = 1) {
    const { ctx } = this;
    ctx.globalAlpha = alpha;
    ctx.strokeStyle = colour;
    ctx.lineWidth = width * this.ratio;
    ctx.stroke(path);
    ctx.globalAlpha = 1;
  }

  dashed(path, colour, width, dashes) {
    this.ctx.setLineDash(dashes.map((size) => size * this.ratio));
    this.stroke(path, colour, width);
    this.ctx.setLineDash([]);
  }

  fill(path, colour, alpha = 1) {
    this.ctx.globalAlpha = alpha;
    this.ctx.fillStyle = colour;
    this.ctx.fill(path, 'evenodd');
    this.ctx.globalAlpha = 1;
  }

  // ---- All of it ----------------------------------------------------------------------------------

  draw() {
    this.due = false;
    const { ctx, canvas, theme, store } = this;
    this.place(this.clock.time);
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.lineJoin = ctx.lineCap = 'round';
    ctx.fillStyle = theme.view;
    ctx.fillRect(0, 0, canvas.width, canvas.height);
    this.drawGrid();
    if (store.get('ghost')) this.drawShade(this.main, this.show.start, hex(mix(rgb(theme.faint), rgb(theme.view), 0.35)), 1);
    this.drawBody(this.bodies[0]);
    for (const one of this.order) if (one.wheel) this.drawBody(one);
    // Guides and roads are as long as the motion; without room for symbols they stand alone.
    if (store.get('glyphs')) for (const stand of this.stands) if (this.symbolsFit() || !stand.fill) this.drawStand(stand);
    for (const one of this.order) if (!one.wheel) this.drawBody(one);
    this.drawHidden();
    this.paths.draw(this.clock.time);
    if (store.get('glyphs') && this.symbolsFit()) for (const symbol of this.symbols) this.drawSymbol(symbol);
    for (const motion of this.motions)
      if (this.motions.length > 1 && motion.filmed && motion !== this.main && store.get('shown').has(motion.run.index))
        this.drawShade(motion, this.clock.time, theme.series[motion.run.index % 8], 1.3);
    this.overlay?.();
    this.count++;
  }

  symbolsFit() {
    return this.camera.pixelsPerMetre() * this.show.unit > SMALL;
  }

  drawGrid() {
    const { camera, ctx, theme, store, ratio } = this, { grid, axes } = store.values;
    const [x, y] = camera.target, high = camera.span / 2, wide = (high * camera.width) / camera.height;
    const { step } = marks(y - high, y + high, Math.max(2, camera.height / 70)), [s, , , , left, top] = this.view;
    const strong = hex(mix(rgb(theme.grid), rgb(theme.faint), 0.55));
    this.grid.step = step;
    ctx.lineWidth = ratio;
    const line = (n, from, to) => {
      if (n === 0 ? !axes && !grid : !grid) return;
      ctx.strokeStyle = n === 0 && axes ? strong : theme.grid;
      ctx.beginPath();
      ctx.moveTo(...from);
      ctx.lineTo(...to);
      ctx.stroke();
    };
    const crisp = (v) => Math.round(v) + 0.5;
    for (let n = Math.floor((x - wide) / step); n * step <= x + wide; n++) line(n, [crisp(left + n * step * s), 0], [crisp(left + n * step * s), this.canvas.height]);
    for (let n = Math.floor((y - high) / step); n * step <= y + high; n++) line(n, [0, crisp(top - n * step * s)], [this.canvas.width, crisp(top - n * step * s)]);
  }

  isHidden(body) {
    return body.hidden || this.store.get('concealed').has(body.index);
  }

  is(name, kind, index) {
    const chosen = this.store.get(name);
    return chosen?.kind === kind && chosen.index === index;
  }

  edgeOf(body, colour) {
    const { theme } = this;
    if (this.is('selected', 'body', body.index)) return theme.accent;
    if (this.motions.length > 1 && body.index > 0) return theme.series[this.main.run.index % 8];
    return hex(mix(body.index === 0 ? rgb(theme.ground) : rgb(theme.tone(colour)), rgb(theme.ink), theme.dark ? 0 : 0.25));
  }

  drawBody({ body, shapes }) {
    if (this.isHidden(body)) return;
    const { theme } = this, paper = rgb(theme.view), through = this.is('hovered', 'body', body.index) ? SEEN_THROUGH : 1;
    const width = this.is('selected', 'body', body.index) ? 2.6 : 1.4;
    for (const { path, cross, colour, opacity } of shapes) {
      const own = body.index === 0 ? rgb(theme.ground) : rgb(theme.tone(colour)), seen = this.seen(path, this.slots.poses[body.index]);
      this.fill(seen, hex(mix(paper, own, body.index === 0 ? 0.18 : 0.3)), opacity * through);
      if (body.index === 0) this.hatched(seen);
      this.stroke(seen, this.edgeOf(body, colour), width);
      if (cross) this.dashed(this.seen(cross, this.slots.poses[body.index]), this.edgeOf(body, colour), 0.7, [7, 3]);
    }
  }

  // The ground is hatched, wherever it is seen.
  hatched(path) {
    const { ctx, canvas, ratio, theme } = this, step = 7 * ratio;
    ctx.save();
    ctx.clip(path, 'evenodd');
    ctx.beginPath();
    for (let at = -canvas.height; at < canvas.width; at += step) {
      ctx.moveTo(at, canvas.height);
      ctx.lineTo(at + canvas.height, 0);
    }
    ctx.strokeStyle = hex(mix(rgb(theme.ground), rgb(theme.view), 0.35));
    ctx.lineWidth = ratio;
    ctx.stroke();
    ctx.restore();
  }

  // Edges behind other bodies, faint.
  drawHidden() {
    for (const { body, shapes } of this.order) {
      if (this.isHidden(body)) continue;
      const picked = this.is('selected', 'body', body.index);
      for (const { path, colour } of shapes) this.stroke(this.seen(path, this.slots.poses[body.index]), this.edgeOf(body, colour), picked ? 2 : 1, picked ? 0.7 : HIDDEN_EDGE);
    }
  }

  drawStand({ link, lines, strokes, fill }) {
    const { theme } = this, ground = [0, 0, 0, 1, 0, 0, 0], picked = this.is('selected', 'link', link);
    const ink = picked ? theme.accent : hex(mix(rgb(theme.ink), rgb(theme.view), 0.1));
    if (this.symbolsFit()) this.stroke(this.polyline(strokes, ground, 2), hex(mix(rgb(theme.ground), rgb(theme.view), 0.15)), 1);
    this.stroke(this.polyline(lines, ground, 2), ink, picked ? 2.4 : 1.6);
    if (!fill) return;
    const path = this.polyline([[...fill, fill[0], fill[1]]], ground, 2);
    this.fill(path, hex(mix(rgb(theme.ground), rgb(theme.view), 0.78)));
    this.stroke(path, ink, picked ? 2.2 : 1.4);
  }

  // Lines of `size` numbers a point, moved and in pixels.
  polyline(lines, pose, size) {
    const path = new Path2D(), m = this.moved(pose);
    for (const line of lines)
      for (let n = 0; n + 1 < line.length; n += size) {
        const x = m.a * line[n] + m.c * line[n + 1] + m.e, y = m.b * line[n] + m.d * line[n + 1] + m.f;
        if (n) path.lineTo(x, y);
        else path.moveTo(x, y);
      }
    return path;
  }

  // Those that are closed hide what is below them, as a pin does.
  drawSymbol({ link, lines, act }) {
    const { theme } = this, ink = hex(mix(rgb(theme.ink), rgb(theme.view), 0.1)), picked = this.is('selected', 'link', link.index);
    const colour = picked ? theme.accent : ink, width = picked ? 2.8 : 1.6;
    if (link.wheels) this.stroke(this.stretched(this.belt(link), link), colour, width);
    else if (link.couples) this.dashed(this.stretched(lines, link), picked ? theme.accent : theme.faint, picked ? 2.4 : 1, [6, 4]);
    else if (link.spans) this.stroke(this.stretched(lines, link), colour, width);
    else {
      if (link.tied) this.dashed(this.tie(link), colour, 1.1, [4, 2.5]);
      const pose = this.slots.symbol(link);
      const closed = lines.filter((line) => line.length > 9 && Math.hypot(line[0] - line.at(-3), line[1] - line.at(-2)) < 1e-3 * this.show.unit);
      if (link.kind !== 'force') for (const line of closed) this.fill(this.polyline([line], pose, 3), theme.view);
      this.stroke(this.polyline(lines, pose, 3), colour, width);
      this.stroke(this.polyline(act, pose, 3), picked ? theme.accent : theme.series[1], 1.8);
    }
  }

  // The origins of i and j.
  ends(link) {
    return [link.i, link.j].map((side) => place(this.slots.poses[side.body], side.pose));
  }

  belt(link) {
    const [i, j] = this.ends(link);
    return beltLines(link.wheels, Math.hypot(j[0] - i[0], j[1] - i[1]));
  }

  // Straight from the one to the other, where they are apart.
  tie(link) {
    const [i, j] = this.ends(link), apart = Math.hypot(j[0] - i[0], j[1] - i[1]) > this.show.unit;
    return this.polyline(apart ? [[i[0], i[1], j[0], j[1]]] : [], [0, 0, 0, 1, 0, 0, 0], 2);
  }

  // From the origin of i to that of j: x from 0 to 1 of the way.
  stretched(lines, link) {
    const [i, j] = this.ends(link), x = [j[0] - i[0], j[1] - i[1]], size = Math.hypot(...x) || 1;
    const y = [-x[1] / size, x[0] / size];
    const at = (line) => line.flatMap((_, n) => (n % 3 ? [] : [i[0] + line[n] * x[0] + line[n + 1] * y[0], i[1] + line[n] * x[1] + line[n + 1] * y[1]]));
    return this.polyline(lines.map(at), [0, 0, 0, 1, 0, 0, 0], 2);
  }

  // The bodies elsewhere, as lines.
  drawShade(motion, time, colour, width) {
    this.shade.place(motion, time);
    for (const { body, shapes } of this.look(motion).order) {
      if (this.isHidden(body)) continue;
      for (const { path } of shapes) this.stroke(this.seen(path, this.shade.poses[body.index]), colour, width);
    }
  }

  // ---- What is where ------------------------------------------------------------------------------

  // Symbols lie on bodies; {kind, index} or null.
  at(x, y) {
    this.place(this.clock.time);
    const { ctx, ratio } = this, u = x * ratio, v = y * ratio;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    if (this.store.get('glyphs') && this.symbolsFit()) {
      ctx.lineWidth = NEAR * ratio;
      for (const { link, lines } of [...this.symbols].reverse()) {
        const path = link.spans ? this.stretched(link.wheels ? this.belt(link) : lines, link) : this.polyline(lines, this.slots.symbol(link), 3);
        if (ctx.isPointInStroke(path, u, v)) return { kind: 'link', index: link.index };
      }
    }
    for (const near of [1, NEAR * ratio]) {
      ctx.lineWidth = near;
      const found = this.top(u, v, near > 1);
      if (found) return { kind: 'body', index: found };
    }
    const { body, shapes } = this.bodies[0];
    return !this.isHidden(body) && shapes.some(({ path }) => ctx.isPointInPath(this.seen(path, this.slots.poses[0]), u, v, 'evenodd')) ? { kind: 'body', index: 0 } : null;
  }

  // The uppermost body at a pixel of the canvas, the ground not counted; 0: none.
  top(u, v, near = false) {
    const { ctx } = this;
    for (let n = this.order.length - 1; n >= 0; n--) {
      const { body, shapes } = this.order[n];
      if (this.isHidden(body)) continue;
      for (const { path } of shapes) {
        const seen = this.seen(path, this.slots.poses[body.index]);
        if (ctx.isPointInPath(seen, u, v, 'evenodd') || (near && ctx.isPointInStroke(seen, u, v))) return body.index;
      }
    }
    return 0;
  }

  // For each body: of how many pixels it is the uppermost, up to some; null for one without shapes.
  census() {
    const step = 1;
    this.place(this.clock.time);
    const { ctx } = this, seen = this.bodies.map(({ body, shapes }) => shapes.map(({ path }) => this.seen(path, this.slots.poses[body.index])));
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    const order = this.order.map(({ body }) => body.index);
    return this.bodies.map(({ body, shapes }) => {
      if (body.index === 0 || !shapes.length || this.isHidden(body)) return null;
      const above = order.slice(order.indexOf(body.index) + 1).flatMap((index) => seen[index]);
      const m = this.moved(this.slots.poses[body.index]), box = [Infinity, Infinity, -Infinity, -Infinity];
      for (const shape of body.shapes) for (const ring of shape.outline) for (let n = 0; n < ring.length; n += 2) {
        const x = m.a * ring[n] + m.c * ring[n + 1] + m.e, y = m.b * ring[n] + m.d * ring[n + 1] + m.f;
        box[0] = Math.min(box[0], x), box[1] = Math.min(box[1], y), box[2] = Math.max(box[2], x), box[3] = Math.max(box[3], y);
      }
      let found = 0;
      for (let y = box[1] + step / 2; y < box[3]; y += step)
        for (let x = box[0] + step / 2; x < box[2] && found < 50; x += step)
          if (seen[body.index].some((path) => ctx.isPointInPath(path, x, y, 'evenodd')) && !above.some((path) => ctx.isPointInPath(path, x, y, 'evenodd'))) found++;
      return found;
    });
  }

  measurePlacing(count) {
    const begin = performance.now(), { start, end } = this.show;
    for (let n = 0; n < count; n++) this.place(start + ((end - start) * n) / count);
    return (performance.now() - begin) / 1000 / count;
  }

  measure(count) {
    const begin = performance.now();
    for (let n = 0; n < count; n++) this.draw();
    return (performance.now() - begin) / 1000 / count;
  }
}
