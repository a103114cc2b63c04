// SPDX-License-Identifier: MIT
//
// The side: what is picked, what is shown, what was checked, the runs.
import { facts, h, icon } from './dom.js';
import { OPTIONS, flipped } from './options.js';
import { fixed, number, placesOf } from './format.js';

// `said`: what the title tells while the panel is closed, too.
export function panel(title, open, ...content) {
  return noted(title, null, open, ...content);
}

function noted(title, said, open, ...content) {
  return h('details.panel', { open }, h('summary', {}, h('h2', {}, title), said ? h('span.unit', {}, said) : null), h('div.body', {}, ...content));
}

// ---- Picked ---------------------------------------------------------------------------------------

export const thing = (show, selected) => selected && (selected.kind === 'body' ? show.bodies : show.links)[selected.index];

export function makePicked(app) {
  const { show, store, clock } = app, body = h('div', {});
  const live = h('div', {}), tools = bodyTools(app);
  const refresh = () => {
    const selected = store.get('selected'), picked = thing(show, selected);
    if (!picked) return body.replaceChildren(h('p.note', {}, 'Nothing. Click a body or a joint, press B, or take one from the model.'));
    body.replaceChildren(
      h('p.name', {}, h('strong', {}, picked.name), h('span.unit', {}, selected.kind === 'body' ? 'body' : picked.kind)),
      facts(picked.facts), live, ...(selected.kind === 'body' && picked.index > 0 ? [tools] : []), plotting(app, selected));
    showLive();
  };
  const showLive = () => {
    const selected = store.get('selected');
    if (selected && app.picture) live.replaceChildren(facts(liveFacts(app, selected, clock.time)));
  };
  store.on('selected', refresh, true);
  store.on('shown', showLive);
  clock.on((what) => what === 'time' && store.get('selected') && showLive());
  return panel('Picked', true, body);
}

// Where it is and what acts there, now.
function liveFacts({ show, picture }, { kind, index }, time) {
  const motion = picture.main, places = placesOf(show.size, 5000), list = (values) => values.map((v) => fixed(v, places)).join(', ');
  const size = show.planar ? 2 : 3;
  if (kind === 'body') {
    if (index === 0) return [];
    const speed = Math.hypot(...motion.velocity(index, time));
    const pairs = [['position', `${list(Array.from(motion.pose(index, time).slice(0, size)))} m`]];
    if (show.planar) pairs.push(['angle', `${fixed((motion.angle(index, time) * 180) / Math.PI, 2)}°`]);
    if (motion.run.velocities) pairs.push(['speed', `${number(speed, motion.run.rough ? 2 : 4)} m/s`]);
    return pairs;
  }
  const link = show.links[index];
  if ((link.force ?? -1) < 0 || !motion.run.forces) return [];
  const force = motion.force(link.force, time);
  const pairs = [['force', `${number(Math.hypot(...force), 4)} N`], ['along the axes', `${force.slice(0, size).map((v) => number(v, 4)).join(', ')} N`]];
  if (!link.unique) pairs.push(['note', 'one of many possible']);
  return pairs;
}

// What can be done with the body that is picked.
function bodyTools({ store }) {
  const index = () => store.get('selected')?.index, path = () => `b${index()}`;
  const button = (label, name, on, act) => {
    const element = h('button.small', { type: 'button', onclick: act }, label);
    store.on([name, 'selected'], () => element.setAttribute('aria-pressed', String(on())), true);
    return element;
  };
  return h('div.row', {},
    button('Follow', 'follow', () => store.get('follow'), () => store.toggle('follow')),
    button('Path', 'traced', () => store.get('traced').has(path()), () => trace(store, path())),
    button('Hide', 'concealed', () => store.get('concealed').has(index()), () => store.set('concealed', flipped(store.get('concealed'), index()))));
}

// A button for each channel of what is picked: a curve more or less.
function plotting({ more, store }, selected) {
  const chips = more.of(selected).map(({ name, short, unit }) => {
    const chip = h('button.chip', { type: 'button', title: `${name}${unit === '1' ? '' : ` [${unit}]`}`, 'aria-pressed': String(store.get('plotted').has(name)), onclick: () => {
      const plotted = flipped(store.get('plotted'), name);
      chip.setAttribute('aria-pressed', String(plotted.has(name)));
      store.set('plotted', plotted);
    } }, short);
    return chip;
  });
  return chips.length ? h('div.chips', { role: 'group', 'aria-label': 'Plot' }, h('span.unit', {}, 'Plot'), chips) : '';
}

// A path that is chosen is to be seen.
export function trace(store, id) {
  const traced = flipped(store.get('traced'), id);
  store.set('traced', traced);
  if (traced.size) store.set('paths', true);
}

// ---- Shown ----------------------------------------------------------------------------------------

export function makeOptions({ show, store }) {
  const rows = OPTIONS.filter((option) => option.has(show)).map(({ name, label, key, unit }) => {
    const box = h('input', { type: 'checkbox', onchange: () => store.set(name, box.checked) });
    store.on(name, (on) => (box.checked = on), true);
    const row = h('label', {}, box, h('span', {}, label), h('kbd', {}, key.toUpperCase()));
    if (!unit) return row;
    const scale = h('input.scale', { type: 'range', min: -4, max: 4, step: 0.5, 'aria-label': `${label}: scale`, oninput: () => store.set(`${name}Scale`, Number(scale.value)) });
    store.on(`${name}Scale`, (value) => {
      scale.value = value;
      scale.setAttribute('aria-valuetext', `times ${number(2 ** value, 3)}`);
    }, true);
    store.on(name, (on) => (scale.hidden = !on), true);
    return [row, scale];
  });
  const bare = show.links.some((link) => link.force !== null) && show.runs.some((run) => run.times.length > 1) && !show.runs.some((run) => run.forces);
  return panel('Show', true, h('div.boxes', {}, rows), bare ? h('p.note', {}, 'No force arrows: with them the page would be too large.') : null);
}

// ---- Checked --------------------------------------------------------------------------------------

// The line with a mark under what is meant. Tabs stay as wide as they are.
function source({ file, line, column, length, source: text }) {
  if (!text) return null;
  const place = `${file ?? ''}${line ? `:${line}` : ''}${column ? `:${column}` : ''}`;
  const caret = column ? text.slice(0, column - 1).replace(/[^\t]/g, ' ') + '^'.repeat(Math.max(1, length ?? 1)) : '';
  return h('div.source', {}, h('span.unit', {}, place), h('pre', { tabindex: '0', 'aria-label': `Source, ${place}` }, `${text}\n${caret}`));
}

const ICONS = { error: 'error', warning: 'warning' };
const LONG = 260; // letters: more are seen when asked for

// Words of a message; long lists of names do not take the whole panel.
function words(spec, ...content) {
  const text = h(spec, {}, ...content);
  if (text.textContent.length <= LONG) return text;
  text.classList.add('clamped');
  const more = h('button.small', { type: 'button', 'aria-expanded': 'false', onclick: () => {
    const open = text.classList.toggle('clamped') === false;
    more.textContent = open ? 'Less' : 'More';
    more.setAttribute('aria-expanded', String(open));
  } }, 'More');
  return [text, more];
}

const SEVERITIES = [['error', 'errors'], ['warning', 'warnings'], ['note', 'notes']];

// "1 error, 2 warnings"
function tally(messages) {
  const counts = SEVERITIES.map(([one, many]) => [messages.filter(({ severity }) => severity === one).length, one, many]).filter(([count]) => count);
  return counts.map(([count, one, many]) => `${count} ${count === 1 ? one : many}`).join(', ') || 'no warnings';
}

// What was said comes first; the numbers of the check are there for who wants them.
export function makeCheck({ show }) {
  const messages = show.messages.map((message) =>
    h('li', { class: `message ${message.severity}` }, icon(ICONS[message.severity] ?? 'note'),
      h('div', {}, words('p', h('strong', {}, `${message.severity}: `), message.text), source(message), message.hint ? words('p.hint', message.hint) : null, h('p.code', {}, message.code ?? ''))));
  return noted('Check', tally(show.messages), show.messages.length > 0, messages.length ? h('ul.messages', {}, messages) : null,
    show.facts.length ? h('details.branch', { open: !messages.length }, h('summary', {}, 'Numbers', h('span.unit', {}, String(show.facts.length))), facts(show.facts)) : null);
}

export function makeRuns({ show }) {
  const named = (run) => run.facts.some(([, value]) => value === run.name);
  const one = (run) => [show.runs.length > 1 ? h('h3', {}, run.name) : null, facts([...(show.runs.length > 1 || named(run) ? [] : [['run', run.name]]), ...run.facts])];
  return panel(show.runs.length > 1 ? 'Runs' : 'Run', show.runs.length < 4, show.runs.map(one));
}
