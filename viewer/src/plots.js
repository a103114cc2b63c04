// SPDX-License-Identifier: MIT
//
// The panel of charts: which channels, how far zoomed, saved as CSV, SVG or PNG.
import { h, tool } from './dom.js';
import { Chart } from './chart.js';
import { PhaseChart } from './phase.js';
import { chartsOf, tableOf } from './curves.js';
import { chartsSvg } from './chart_svg.js';
import { canvasOf, saveCanvas, saveText } from './save.js';
import { flipped } from './options.js';
import { number } from './format.js';

export class Plots {
  constructor(app) {
    this.app = app;
    this.charts = [];
    this.range = null;
    this.list = h('div.charts', {});
    this.reset = tool('fit', 'All of the time', () => this.zoom(null));
    this.element = h('section.plots', { 'aria-label': 'Plots', id: 'plots' }, this.head(), this.list);
    app.store.on(['plotted', 'shown', 'over'], () => this.rebuild());
    app.theme.on(() => this.rebuild());
    app.clock.on((what) => what === 'time' && this.charts.forEach((chart) => chart.follow(app.clock.time)));
    new ResizeObserver(() => this.resize()).observe(this.list);
  }

  head() {
    const { show } = this.app, zoomBy = (factor) => this.zoomBy(factor);
    return h('div.head', {}, h('h2', {}, 'Plots'),
      h('div.row', { role: 'toolbar', 'aria-label': 'Plots' },
        tool('plus', 'Zoom in about the time', () => zoomBy(0.5)), tool('minus', 'Zoom out', () => zoomBy(2)), this.reset,
        h('span.gap', {}),
        ...['CSV', 'SVG', 'PNG'].map((kind) => h('button.small', { type: 'button', title: `Save the plots as ${kind}`, 'aria-label': `Save the plots as ${kind}`, onclick: () => this.save(kind) }, kind))),
      show.channels.length ? h('div.choice', {}, this.chooser(), this.abscissa()) : null);
  }

  // What the curves are drawn over: the time, or one of the channels that are plotted.
  abscissa() {
    const { store, more } = this.app, list = h('select', { 'aria-label': 'Plots over', title: 'What the outputs are drawn over', onchange: () => store.set('over', list.value || null) });
    const fill = () => {
      const outputs = more.plotted(store.get('plotted')).filter(({ kind }) => kind === 'output'), over = store.get('over');
      if (over && !outputs.some(({ name }) => name === over)) return store.set('over', null);
      list.replaceChildren(h('option', { value: '' }, 'time'), ...outputs.map(({ name }) => h('option', { value: name, selected: name === over }, name)));
    };
    store.on(['plotted', 'over'], fill, true);
    return h('label.over', {}, 'over ', list);
  }

  // A box for each channel, under its kind.
  chooser() {
    const { show, store } = this.app, boxes = new Map();
    const kinds = [['output', 'Outputs'], ['energy', 'Energy'], ['drift', 'Drift']];
    const list = kinds.map(([kind, title]) => {
      const channels = show.channels.filter((channel) => channel.kind === kind);
      if (!channels.length) return null;
      const rows = channels.map(({ name, unit }) => {
        const box = h('input', { type: 'checkbox', onchange: () => store.set('plotted', flipped(store.get('plotted'), name)) });
        boxes.set(name, box);
        return h('label', {}, box, h('span', {}, name), h('span.unit', {}, unit));
      });
      return h('fieldset', {}, h('legend', {}, title), rows);
    });
    store.on('plotted', (plotted) => boxes.forEach((box, name) => (box.checked = plotted.has(name))), true);
    return h('details.chooser', {}, h('summary', {}, 'Channels'), h('div.boxes', {}, list));
  }

  rebuild() {
    const { show, store } = this.app, over = store.get('over'), { charts, equal } = chartsOf(this.app);
    for (const chart of this.charts) chart.free();
    this.charts = charts.map((spec) => (over && spec.kind === 'output' ? new PhaseChart(this.app, spec, over) : new Chart(this.app, spec, (range) => this.zoom(range))));
    const same = equal.length ? h('p.note.equal', {}, `Equal to ${show.runs[0].name} but for rounding: ${equal.map(({ label }) => label).join('; ')}.`) : null;
    const thinned = Math.max(0, ...show.runs.map((run) => run.thinned ?? 0));
    const note = thinned ? h('p.note', {}, `Of ${number(thinned, 9)} samples ${number(show.runs[0].samples.length, 9)} are drawn; no least or greatest value is left out.`) : null;
    const empty = this.charts.length ? null : h('p.note', {}, !show.channels.length ? 'No channel was recorded.' : store.get('shown').size ? 'No channel is chosen.' : 'No run is shown.');
    this.list.replaceChildren(...this.charts.map((chart) => chart.element), ...[same, note, empty].filter(Boolean));
    this.resize();
  }

  resize() {
    const height = this.charts.length < 3 ? 220 : 160, widths = this.charts.map((chart) => chart.element.clientWidth - 20);
    this.charts.forEach((chart, n) => widths[n] > 60 && chart.resize(widths[n], height));
  }

  // ---- Zoom: all charts alike ---------------------------------------------------------------------

  get shownRange() {
    return this.range ?? [this.app.show.start, this.app.show.end];
  }

  zoom(range) {
    this.range = range;
    this.element.classList.toggle('zoomed', range !== null);
    for (const chart of this.charts) chart.zoom(this.shownRange);
  }

  zoomBy(factor) {
    const { show, clock } = this.app, [low, high] = this.shownRange, wide = (high - low) * factor;
    if (wide >= show.end - show.start) return this.zoom(null);
    const from = Math.min(Math.max(clock.time - wide / 2, show.start), show.end - wide);
    this.zoom([from, from + wide]);
  }

  // ---- Files --------------------------------------------------------------------------------------

  csv() {
    return tableOf(this.charts.map((chart) => chart.spec), this.app.show);
  }

  svg() {
    const { show, store } = this.app;
    return chartsSvg(this.charts, this.shownRange, show.title, show.runs.filter((run) => store.get('shown').has(run.index)));
  }

  async save(kind) {
    const name = `${this.app.show.title}.${kind.toLowerCase()}`;
    if (kind === 'CSV') return saveText(this.csv(), 'text/csv', name);
    const { svg, width, height } = this.svg();
    if (kind === 'SVG') return saveText(svg, 'image/svg+xml', name);
    saveCanvas(await canvasOf(svg, width, height), name);
  }
}
