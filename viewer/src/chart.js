// SPDX-License-Identifier: MIT
//
// One chart: curves by uPlot, the time as a line over them, and a legend with values. Drag zooms, a click goes to that
// time; on a touch screen a finger moves the time.
import uPlot from 'uplot';
import { h } from './dom.js';
import { markText, number } from './format.js';
import { aligned, valueAt } from './curves.js';
import { polylines } from './polyline.js';
import { before } from './motion.js';
import { isNothing, spread } from './noise.js';

const FONT = '11px system-ui, "Segoe UI", Roboto, "Liberation Sans", sans-serif';
const STEADY = 1e-10; // of an output: what it changes by less is what a tolerance leaves
const STILL = 4; // pixels a click may move

export class Chart {
  constructor(app, spec, zoomed) {
    Object.assign(this, { app, spec, zoomed });
    this.hidden = new Set();
    this.now = h('div.now', { 'aria-hidden': 'true' });
    this.place = h('div.plot', { role: 'img', 'aria-label': `${spec.title} in ${spec.unit || '1'} over time: ${spec.curves.map((c) => c.label).join('; ')}` });
    this.element = h('figure.chart', {}, h('figcaption', {}, h('span', {}, titleOf(spec)), this.peaks()), this.place, this.legend());
  }

  // Few values that stand far out are cut off, and it is said; a click shows all.
  peaks() {
    this.whole = false;
    this.cut = h('button.small.cut', { type: 'button', hidden: true, 'aria-pressed': 'false', onclick: () => {
      this.whole = !this.whole;
      this.cut.setAttribute('aria-pressed', String(this.whole));
      this.plot.redraw(false, true);
      this.plot.setScale('x', { min: this.plot.scales.x.min, max: this.plot.scales.x.max });
    } });
    return this.cut;
  }

  // What the y axis shows of the curves between two times.
  fit(zoom) {
    const seen = this.spec.curves.filter((_, n) => !this.hidden.has(n)), output = this.spec.kind === 'output';
    const nothing = output && seen.length > 0 && seen.every(({ values }) => isNothing(values, this.spec.unit, this.app.show.size ?? 1));
    const { low, high, rest } = nothing ? { low: 0, high: 0, rest: null } : spread(seen, zoom);
    this.beyond = rest && !this.whole ? { low: low < rest[0] ? low : null, high: high > rest[1] ? high : null } : null;
    this.cut.hidden = !rest;
    if (rest) this.cut.textContent = this.whole ? 'All values' : `Peaks cut: ${[this.beyond.low, this.beyond.high].filter((v) => v !== null).map((v) => number(v, 3)).join(' and ')}`;
    return rest && !this.whole ? range(...rest) : range(low, high, output ? STEADY : undefined);
  }

  legend() {
    this.values = this.spec.curves.map(() => h('span.value', {}));
    const { curves } = this.spec, several = new Set(curves.map(({ run }) => run)).size > 1 || this.app.show.runs.length > 1;
    const entry = (curve, n) => {
      const button = h('button.entry', { type: 'button', 'aria-pressed': 'true', title: `${curve.label}: show or hide`, onclick: () => this.flip(n, button) },
        this.swatch(curve), h(several ? 'span.unseen' : 'span.label', {}, `${curve.label} `), this.values[n]);
      return button;
    };
    // Several runs: a row for each channel, colours tell the runs.
    const names = [...new Set(curves.map(({ name }) => name))];
    const content = several
      ? names.map((name) => h('div.channel', {}, h('span.label', {}, name), h('div.entries', {}, curves.map((curve, n) => (curve.name === name ? entry(curve, n) : null)))))
      : curves.map(entry);
    return h('div.legend', { role: 'group', 'aria-label': 'Curves' }, content);
  }

  swatch({ colour, dash }) {
    const swatch = h('span.swatch', { 'aria-hidden': 'true', style: { color: this.app.theme.series[colour % 8] } });
    if (dash.length) swatch.classList.add('dashed');
    return swatch;
  }

  // Where it is on the page, for tests.
  get bounds() {
    return { box: this.plot.over.getBoundingClientRect(), range: [this.plot.scales.x.min, this.plot.scales.x.max], high: [this.plot.scales.y.min, this.plot.scales.y.max] };
  }

  flip(n, button) {
    if (!this.hidden.delete(n)) this.hidden.add(n);
    button.setAttribute('aria-pressed', String(!this.hidden.has(n)));
    this.plot.setSeries(n + 1, { show: !this.hidden.has(n) });
  }

  axis(theme, more) {
    return {
      stroke: theme.faint, font: FONT, gap: 4, ticks: { show: false }, grid: { stroke: theme.grid, width: 1 }, border: { show: false },
      values: (_, splits, axis, space, step) => {
        const largest = Math.max(...splits.filter((v) => v !== null).map(Math.abs), 0);
        return splits.map((v, n) => (v === null ? '' : markText(v, step, largest) + (axis === 0 && n === splits.length - 1 ? ' s' : '')));
      },
      ...more,
    };
  }

  options(width, height) {
    const { theme, plots } = this.app, { curves } = this.spec, [min, max] = plots.shownRange;
    return {
      width, height, legend: { show: false }, padding: [8, 24, 0, 0], pxAlign: 0,
      cursor: { y: false, drag: { x: true, y: false, dist: STILL }, points: { size: 6 }, bind: { dblclick: () => () => this.zoomed(null) } },
      scales: { x: { time: false, auto: false, min, max }, y: { range: (plot) => this.fit([plot.scales.x.min ?? min, plot.scales.x.max ?? max]) } },
      axes: [this.axis(theme, { size: 26, gap: 6, space: 60 }), this.axis(theme, { size: axisSize, space: 30 })],
      series: [{}, ...curves.map(({ label, colour, dash }, n) => ({
        label, stroke: theme.series[colour % 8], width: 1.5, dash: dash.length ? dash : undefined, points: { show: false }, show: !this.hidden.has(n), paths,
      }))],
      hooks: {
        draw: [(plot) => this.marks(plot)],
        setScale: [(plot, key) => key === 'x' && this.onScale(plot)],
        setCursor: [(plot) => this.show(this.app.clock.time, plot.cursor.idx)],
      },
    };
  }

  build(width, height) {
    this.plot?.destroy();
    this.columns ??= aligned(this.spec.curves);
    this.digits ??= this.columns.slice(1).map(digitsFor);
    this.size = [width, height];
    this.plot = new uPlot(this.options(width, height), this.columns, this.place);
    this.plot.over.append(this.now);
    this.listen(this.plot.over);
    this.place.querySelector('canvas')?.setAttribute('aria-hidden', 'true');
    this.follow(this.app.clock.time);
  }

  resize(width, height) {
    if (!this.plot) return this.build(width, height);
    if (this.size[0] === width && this.size[1] === height) return;
    this.size = [width, height];
    this.plot.setSize({ width, height });
    this.follow(this.app.clock.time);
  }

  zoom([low, high]) {
    const { min, max } = this.plot.scales.x;
    if (min !== low || max !== high) this.plot.setScale('x', { min: low, max: high });
  }

  onScale(plot) {
    const { min, max } = plot.scales.x, [low, high] = this.app.plots.shownRange;
    if (min !== low || max !== high) this.zoomed([min, max]);
    this.follow(this.app.clock.time);
  }

  // Where a run failed.
  marks(plot) {
    const { ctx, bbox } = plot, { show, store, theme } = this.app;
    for (const run of show.runs) {
      if (!run.failed || !store.get('shown').has(run.index)) continue;
      const x = Math.round(plot.valToPos(run.failed.time, 'x', true));
      if (!(x >= bbox.left && x <= bbox.left + bbox.width + 1)) continue;
      ctx.save();
      ctx.strokeStyle = theme.bad;
      ctx.lineWidth = 1.5 * (devicePixelRatio || 1);
      ctx.setLineDash([5, 4]);
      ctx.beginPath();
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
      ctx.stroke();
      ctx.restore();
    }
  }

  // ---- Time ---------------------------------------------------------------------------------------

  x(time) {
    return this.plot.valToPos(time, 'x');
  }

  follow(time) {
    if (!this.plot) return;
    const x = this.x(time), inside = x >= -0.5 && x <= this.plot.over.clientWidth + 0.5;
    this.now.style.transform = `translateX(${x}px)`;
    this.now.hidden = !inside;
    this.show(time, this.plot.cursor.idx);
  }

  // Values under the pointer; without one, at this time.
  show(time, index) {
    this.spec.curves.forEach((curve, n) => {
      const value = index === null || index === undefined ? valueAt(curve, time, before) : this.columns[n + 1][index];
      const text = number(value, this.digits[n]);
      if (this.values[n].textContent !== text) this.values[n].textContent = text;
    });
  }

  listen(over) {
    let down = null;
    const { clock } = this.app;
    const timeAt = (event) => this.plot.posToVal(event.clientX - over.getBoundingClientRect().left, 'x');
    over.addEventListener('pointerdown', (event) => (down = event));
    over.addEventListener('pointermove', (event) => {
      if (event.pointerType !== 'touch' || !down) return;
      clock.pause();
      clock.set(timeAt(event));
    });
    over.addEventListener('pointerup', (event) => {
      const moved = down ? Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) : Infinity;
      down = null;
      if (moved >= STILL || event.button !== 0) return;
      clock.pause();
      clock.set(timeAt(event));
    });
  }

  free() {
    this.plot?.destroy();
  }
}

export const titleOf = ({ title, unit }) => `${title}${unit && unit !== '1' ? `, ${unit}` : ''}`;

// Thinned by whole pixels, as uPlot does it, steep curves have stairs.
function paths(plot, n) {
  const { min, max } = plot.scales.x, curve = { times: plot.data[0], values: plot.data[n] };
  const path = polylines(curve, [min, max], (t) => plot.valToPos(t, 'x', true), (v) => plot.valToPos(v, 'y', true));
  return { stroke: new Path2D(path), fill: null, clip: null, band: null, gaps: null, flags: 0 };
}

// A little more than all values; a constant lies in the middle: what changes by a smaller share is none.
export function range(low, high, least = 1e-13) {
  if (low === null || high === null || !Number.isFinite(low) || !Number.isFinite(high)) return [-1, 1];
  const size = high - low;
  if (size <= least * Math.max(Math.abs(low), Math.abs(high))) {
    const half = Math.abs(low) > 0 ? Math.abs(low) * 0.1 : 1;
    return [low - half, low + half];
  }
  return [low - size * 0.06, high + size * 0.06];
}

// So many digits that a thousandth of what changes is seen.
function digitsFor(values) {
  let low = Infinity, high = -Infinity;
  for (const value of values) {
    if (value === null) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const size = Math.max(Math.abs(low), Math.abs(high));
  return high > low && size > 0 ? Math.min(12, Math.max(5, Math.ceil(Math.log10(size / (high - low))) + 4)) : 5;
}

// As wide as its longest number.
function axisSize(plot, values, axis, cycle) {
  if (cycle > 1) return plot.axes[axis]._size;
  const longest = (values ?? []).reduce((most, text) => (text.length > most.length ? text : most), '');
  plot.ctx.save();
  plot.ctx.font = FONT;
  const wide = plot.ctx.measureText(longest).width;
  plot.ctx.restore();
  return Math.ceil(Math.max(wide, 18) + 12);
}
