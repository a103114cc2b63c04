// SPDX-License-Identifier: MIT
//
// Above the picture: runs that failed, with what to do about it; and, of several runs, which colour is whose.
import { h, icon } from './dom.js';
import { number } from './format.js';
import { flipped } from './options.js';

export function makeBanner({ show, clock }) {
  const failed = show.runs.filter((run) => run.failed);
  if (!failed.length) return null;
  return h('div.banner', { role: 'alert' }, failed.map(({ name, failed: { time, text, hint, code } }) =>
    h('div.failed', {}, icon('error'),
      h('div', {}, h('p', {}, h('strong', {}, show.runs.length > 1 ? `${name} failed: ` : 'The run failed: '), text),
        hint ? h('p.hint', {}, hint) : null,
        h('p.code', {}, code ? `${code} ` : null,
          h('button.small', { type: 'button', onclick: () => (clock.pause(), clock.set(time)) }, `Go to ${number(time, 5)} s`))))));
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
    return h('label', {}, box, swatch, h('span', {}, run.name), run.failed ? h('span.bad', {}, ' failed') : null);
  });
  return h('fieldset.runs', {}, h('legend', {}, 'Runs'), rows);
}
