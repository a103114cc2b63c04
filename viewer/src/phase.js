// SPDX-License-Identifier: MIT
//
// A chart of curves over one of the channels, y over x: all of it as a line, the time as a dot on each.
import { h } from './dom.js';
import { Chart, range, titleOf } from './chart.js';
import { valueAt } from './curves.js';
import { marks, markText, number } from './format.js';
import { extremes } from './noise.js';
import { before } from './motion.js';

const EDGE = { left: 50, right: 16, top: 8, bottom: 26 };
const FONT = '11px system-ui, "Segoe UI", Roboto, "Liberation Sans", sans-serif';
const CLOSE = 0.3; // pixels: nearer points add nothing

export class PhaseChart {
  constructor(app, spec, over) {
    const { more } = app;
    const unit = more.plotted(new Set([over]))[0]?.unit ?? '1';
    this.app = app;
    this.hidden = new Set();
    this.spec = { ...spec, over: { name: over, unit }, curves: spec.curves.filter(({ name }) => name !== over).map((curve) => ({ ...curve, x: more.find(curve.run, over)?.values ?? [] })) };
    this.now = h('div.now', { hidden: true });
    this.canvas = h('canvas', { 'aria-hidden': 'true' });
    this.dots = h('canvas', { 'aria-hidden': 'true' });
    this.place = h('div.plot.phase', { role: 'img', 'aria-label': `${spec.title} over ${over}: ${this.spec.curves.map((c) => c.label).join('; ')}` }, this.canvas, this.dots, this.now);
    const title = h('figcaption', {}, h('span', {}, `${titleOf(spec)} over ${titleOf({ title: over, unit })}`));
    this.element = h('figure.chart', {}, title, this.place, this.legend());
  }

  // The same legend as over time.
  legend() {
    return Chart.prototype.legend.call(this);
  }

  swatch(curve) {
    return Chart.prototype.swatch.call(this, curve);
  }

  flip(n, button) {
    if (!this.hidden.delete(n)) this.hidden.add(n);
    button.setAttribute('aria-pressed', String(!this.hidden.has(n)));
    this.draw();
  }

  get seen() {
    return this.spec.curves.filter((_, n) => !this.hidden.has(n));
  }

  extent(values) {
    const all = this.seen.map(values).filter((list) => list.length).map(extremes);
    return all.length ? range(Math.min(...all.map(([low]) => low)), Math.max(...all.map(([, high]) => high))) : [-1, 1];
  }

  fitX() {
    return this.extent(({ x }) => x);
  }

  fit() {
    return this.extent(({ values }) => values);
  }

  // The curve as a path, by scales to pixels; gaps stay open.
  path({ x: xs, values }, x, y) {
    const parts = [];
    let last = null;
    for (let n = 0; n < xs.length && n < values.length; n++) {
      if (!Number.isFinite(xs[n]) || !Number.isFinite(values[n])) {
        last = null;
        continue;
      }
      const p = [x(xs[n]), y(values[n])];
      if (last && Math.hypot(p[0] - last[0], p[1] - last[1]) < CLOSE && n + 1 < xs.length) continue;
      parts.push(`${last ? 'L' : 'M'}${p[0].toFixed(2)} ${p[1].toFixed(2)}`);
      last = p;
    }
    return parts.join('');
  }

  resize(width, height) {
    if (this.size?.[0] === width && this.size?.[1] === height) return;
    this.size = [width, height];
    this.draw();
  }

  // Scales to pixels of the chart.
  scales() {
    const [width, height] = this.size, [left, right] = this.fitX(), [low, high] = this.fit();
    return {
      x: (v) => EDGE.left + ((v - left) / (right - left)) * (width - EDGE.left - EDGE.right),
      y: (v) => EDGE.top + (1 - (v - low) / (high - low)) * (height - EDGE.top - EDGE.bottom),
      across: [left, right], up: [low, high],
    };
  }

  begin(canvas) {
    const [width, height] = this.size, ratio = devicePixelRatio || 1, ctx = canvas.getContext('2d');
    Object.assign(canvas, { width: width * ratio, height: height * ratio });
    Object.assign(canvas.style, { width: `${width}px`, height: `${height}px` });
    ctx.scale(ratio, ratio);
    return ctx;
  }

  draw() {
    if (!this.size) return;
    const ctx = this.begin(this.canvas), { theme } = this.app, { x, y, across, up } = this.scales(), [width, height] = this.size;
    ctx.font = FONT;
    ctx.fillStyle = theme.faint;
    ctx.strokeStyle = theme.grid;
    const line = (a, b, c, d) => (ctx.beginPath(), ctx.moveTo(a, b), ctx.lineTo(c, d), ctx.stroke());
    const level = marks(...across, width / 70), tall = marks(...up, height / 34);
    const largest = (pair) => Math.max(...pair.map(Math.abs));
    for (const v of level.values) {
      line(x(v), EDGE.top, x(v), height - EDGE.bottom);
      ctx.textAlign = 'center';
      ctx.fillText(markText(v, level.step, largest(across)), x(v), height - 9);
    }
    for (const v of tall.values) {
      line(EDGE.left, y(v), width - EDGE.right, y(v));
      ctx.textAlign = 'right';
      ctx.fillText(markText(v, tall.step, largest(up)), EDGE.left - 6, y(v) + 4);
    }
    ctx.lineWidth = 1.5;
    ctx.lineJoin = 'round';
    for (const curve of this.seen) {
      ctx.strokeStyle = theme.series[curve.colour % 8];
      ctx.setLineDash(curve.dash);
      ctx.stroke(new Path2D(this.path(curve, x, y)));
    }
    this.follow(this.app.clock.time);
  }

  // Now.
  follow(time) {
    if (!this.size) return;
    const ctx = this.begin(this.dots), { x, y } = this.scales(), { theme } = this.app;
    this.spec.curves.forEach((curve, n) => {
      const value = valueAt(curve, time, before), at = valueAt({ times: curve.times, values: curve.x }, time, before);
      this.values[n].textContent = number(value, 5);
      if (this.hidden.has(n) || !Number.isFinite(value) || !Number.isFinite(at)) return;
      ctx.fillStyle = theme.series[curve.colour % 8];
      ctx.strokeStyle = theme.paper;
      ctx.lineWidth = 1.5;
      ctx.beginPath();
      ctx.arc(x(at), y(value), 4.5, 0, 2 * Math.PI);
      ctx.fill();
      ctx.stroke();
    });
  }

  get bounds() {
    const { across, up } = this.scales();
    return { box: this.canvas.getBoundingClientRect(), range: across, high: up };
  }

  zoom() {}

  free() {}
}
