// SPDX-License-Identifier: MIT
//
// The model: what it is about, parameters, bodies, joints, forces, points. A name picks what it names; the box of a
// point draws its path.
import { h } from './dom.js';
import { panel, trace } from './panels.js';

const LONG = 24; // lists longer than this begin closed, and can be searched

export function makeTree(app) {
  const { show } = app, { about, parameters, bodies, links, points } = show;
  const joints = links.filter((link) => link.kind !== 'force'), forces = links.filter((link) => link.kind === 'force');
  const long = bodies.length + links.length > LONG;
  const lists = [
    parameters.length ? branch('Parameters', parameters.length, parameters.length <= LONG, table(parameters)) : null,
    branch('Bodies', bodies.length, bodies.length <= LONG, list(app, 'body', bodies)),
    joints.length ? branch('Joints', joints.length, joints.length <= LONG, list(app, 'link', joints)) : null,
    forces.length ? branch('Forces', forces.length, forces.length <= LONG, list(app, 'link', forces)) : null,
    points.length && app.picture ? branch('Points', points.length, points.length <= 8, paths(app)) : null,
  ];
  return panel('Model', true, about ? h('p.about', {}, about) : null, long ? search(lists) : null, ...lists);
}

const branch = (title, count, open, content) =>
  h('details.branch', { open }, h('summary', {}, title, h('span.unit', {}, String(count))), content);

const table = (parameters) =>
  h('dl.facts', {}, parameters.map(({ name, value, text }) =>
    h('div', {}, h('dt', {}, name), h('dd', {}, value, text && text !== value ? h('span.unit', {}, `= ${text}`) : null))));

function list({ store, theme }, kind, things) {
  return h('ul.names', {}, things.map(({ name, colour, index, facts }) => {
    const button = h('button', { type: 'button', onclick: () => {
      const selected = store.get('selected'), same = selected?.kind === kind && selected.index === index;
      store.set('selected', same ? null : { kind, index });
    } });
    if (colour) {
      const dot = h('span.dot', { 'aria-hidden': 'true' });
      const paint = () => (dot.style.background = index === 0 ? theme.ground : theme.tone(colour));
      paint();
      theme.on(paint);
      button.append(dot);
    }
    const between = facts.find(([label]) => label === 'between');
    button.append(h('span', {}, name), between ? h('span.unit', {}, between[1]) : '');
    const show = (selected) => button.setAttribute('aria-pressed', String(selected?.kind === kind && selected.index === index));
    store.on('selected', show);
    show(store.get('selected'));
    return h('li', { 'data-name': name.toLowerCase() }, button);
  }));
}

function paths({ show, store }) {
  return h('div.boxes', {}, show.points.map((point, n) => {
    const box = h('input', { type: 'checkbox', onchange: () => trace(store, `p${n}`) });
    store.on('traced', (traced) => (box.checked = traced.has(`p${n}`)), true);
    return h('label', {}, box, h('span', {}, point.name));
  }));
}

function search(lists) {
  const field = h('input', { type: 'search', placeholder: 'Search names', 'aria-label': 'Search names', oninput: () => {
    const words = field.value.trim().toLowerCase();
    for (const one of lists) {
      if (!one) continue;
      if (words) one.open = true;
      for (const item of one.querySelectorAll('li')) item.hidden = words !== '' && !item.dataset.name.includes(words);
    }
  } });
  return field;
}
