// SPDX-License-Identifier: MIT
//
// Above the picture: runs that failed, with what to do about it; and, of several runs, which colour is whose.
import { h, icon } from './dom.js';
import { number } from './format.js';
import { flipped } from './options.js';

// Runs that failed in the same way are told together.
function failures(runs) {
  const told = new Map();
  for (const run of runs) {
    const { name, failed } = run;
    if (!failed) continue;
    const key = `${began(run)} ${failed.code} ${failed.text}`, same = told.get(key);
    if (same) same.names.push(name);
    else told.set(key, { ...failed, names: [name] });
  }
  return [...told.values()];
}

// A run that has no time behind its start never began.
export const began = (run) => run.times.length > 1 || run.samples.length > 1;

// "The run failed", of several "minimal, elastic failed"; of one that never began that it did not begin.
function verdict(show, names) {
  const never = show.runs.filter((run) => names.includes(run.name)).every((run) => !began(run));
  if (show.runs.length > 1) return `${names.join(', ')} ${never ? 'did not begin' : 'failed'}: `;
  return never ? 'The run did not begin: ' : 'The run failed: ';
}

export function makeBanner({ show, clock }) {
  const failed = failures(show.runs);
  if (!failed.length) return null;
  const goTo = (time) => (show.end > show.start
    ? h('button.small', { type: 'button', onclick: () => (clock.pause(), clock.set(time)) }, `Go to ${number(time, 5)} s`) : null);
  return h('div.banner', { role: 'alert' }, failed.map(({ names, time, text, hint, code }) =>
    h('div.failed', {}, icon('error'),
      h('div', {}, h('p', {}, h('strong', {}, verdict(show, names)), text),
        hint ? h('p.hint', {}, hint) : null,
        h('p.code', {}, code ? `${code} ` : null, goTo(time))))));
}

export function makeLegend({ show, store, theme }) {
  if (show.runs.length < 2) return null;
  const rows = show.runs.map((run) => {
    const swatch = h('span.swatch', { 'aria-hidden': 'true' });
    const box = h('input', { type: 'checkbox', onchange: () => store.set('shown', flipped(store.get('shown'), run.index)) });
    const paint = () => (swatch.style.color = theme.series[run.index % 8]);
    paint();
    theme.on(paint);
    store.on('shown', (shown) => (box.checked = shown.has(run.index)), true);
    return h('label', {}, box, swatch, h('span', {}, run.name), run.failed ? h('span.bad', {}, began(run) ? ' failed' : ' did not begin') : null);
  });
  return h('fieldset.runs', { 'aria-label': 'Runs' }, h('legend', {}, 'Runs'), rows);
}
