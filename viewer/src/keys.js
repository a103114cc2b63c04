// SPDX-License-Identifier: MIT
//
// What keys do: one line each; the help is made from the same lines. Keys with one letter can be switched off.
import { OPTIONS } from './options.js';
import { h } from './dom.js';

const TURN = 24; // pixels of a key

export function keyTable(app) {
  const { show, store, clock, camera } = app, seen = !!app.picture;
  const jump = (share) => clock.set(clock.time + share * (show.end - show.start));
  const time = [
    { keys: [' '], text: 'Space', what: 'Play, pause', act: () => clock.toggle() },
    { keys: ['ArrowRight'], text: '→', what: 'A step on', act: () => clock.step(1) },
    { keys: ['ArrowLeft'], text: '←', what: 'A step back', act: () => clock.step(-1) },
    { keys: ['ArrowUp'], text: '↑', what: 'Faster', act: () => clock.faster(1) },
    { keys: ['ArrowDown'], text: '↓', what: 'Slower', act: () => clock.faster(-1) },
    { keys: ['0'], text: '0', what: 'Real time', act: () => clock.setSpeed(clock.real) },
    { keys: ['PageDown'], text: 'Page ↓', what: 'A tenth on', act: () => jump(0.1) },
    { keys: ['PageUp'], text: 'Page ↑', what: 'A tenth back', act: () => jump(-0.1) },
    { keys: ['Home'], text: 'Home', what: 'To the start', act: () => clock.set(show.start) },
    { keys: ['End'], text: 'End', what: 'To the end', act: () => clock.set(show.end) },
    { keys: ['l'], text: 'L', what: 'Loop', act: () => clock.setLoop(!clock.loop) },
  ];
  const turn = (dx, dy) => () => camera.orbit(dx * TURN, dy * TURN);
  const moving = show.planar ? 'Move' : 'Turn';
  const view = [
    { keys: ['f'], text: 'F', what: 'Fit all', act: () => camera.fit() },
    { keys: ['+', '='], text: '+', what: 'Nearer', act: () => camera.zoom(1 / 1.25) },
    { keys: ['-'], text: '-', what: 'Farther', act: () => camera.zoom(1.25) },
    { keys: ['ArrowLeft'], shift: true, text: 'Shift ←', what: `${moving} left`, act: turn(-1, 0) },
    { keys: ['ArrowRight'], shift: true, text: 'Shift →', what: `${moving} right`, act: turn(1, 0) },
    { keys: ['ArrowUp'], shift: true, text: 'Shift ↑', what: `${moving} up`, act: turn(0, -1) },
    { keys: ['ArrowDown'], shift: true, text: 'Shift ↓', what: `${moving} down`, act: turn(0, 1) },
    { keys: ['b'], text: 'B', what: 'Pick the next body', act: () => pickNext(app, 1) },
    { keys: ['B'], shift: true, text: 'Shift B', what: 'Pick the one before', act: () => pickNext(app, -1) },
    { keys: ['c'], text: 'C', what: 'Follow what is picked', act: () => store.toggle('follow') },
    { keys: ['Escape'], text: 'Esc', what: 'Pick nothing', act: () => store.set('selected', null) },
    ...(show.planar ? [] : [
      { keys: ['e'], text: 'E', what: 'With, without perspective', act: () => store.toggle('ortho') },
      { keys: [...'12345678'], text: '1 ... 8', what: 'From the front, right, top, a corner ...', act: (key) => app.lookFrom(Number(key) - 1) },
    ]),
  ];
  const options = OPTIONS.filter((option) => option.has(show)).map(({ name, label, key }) => ({ keys: [key], text: key.toUpperCase(), what: label, act: () => store.toggle(name) }));
  const page = [
    ...(app.boxes ? [{ keys: ['m'], text: 'M', what: 'Multibond graph', act: () => app.boxes() }] : []),
    { keys: ['t'], text: 'T', what: 'Light, dark', act: () => app.theme.flip() },
    { keys: ['?'], shift: true, text: '?', what: 'This help', act: () => app.help() },
  ];
  return [{ title: 'Time', keys: time }, ...(seen ? [{ title: 'View', keys: view }, { title: 'Show', keys: options }] : []), { title: 'Page', keys: page }];
}

function pickNext({ show, store }, direction) {
  const selected = store.get('selected'), count = show.bodies.length;
  const from = selected?.kind === 'body' ? selected.index : direction > 0 ? -1 : 0;
  store.set('selected', { kind: 'body', index: (from + direction + count) % count });
}

// Fields keep their own keys; buttons keep space and enter, sliders their arrows.
function taken(event) {
  const { tagName = '', type } = event.target, key = event.key;
  if (tagName === 'INPUT' && !['checkbox', 'range'].includes(type)) return true;
  if (tagName === 'SELECT' || tagName === 'TEXTAREA') return true;
  if (key === ' ' || key === 'Enter') return ['BUTTON', 'SUMMARY', 'A'].includes(tagName) || type === 'checkbox';
  if (type === 'range' && !event.target.classList.contains('time')) return /Arrow|Home|End|Page/.test(key);
  return false;
}

export function listen(app) {
  const table = keyTable(app).flatMap((group) => group.keys);
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || taken(event)) return;
    if (document.querySelector('dialog[open]')) return;
    if (event.key.length === 1 && event.key !== ' ' && !app.store.get('shortcuts')) return;
    const arrow = /Arrow|Home|End|Page/.test(event.key);
    const found = table.find(({ keys, shift }) => keys.includes(event.key) && (arrow ? !!shift === event.shiftKey : true));
    if (!found) return;
    event.preventDefault();
    found.act(event.key);
  });
}

// ---- Help -----------------------------------------------------------------------------------------

export function makeHelp(app) {
  const letters = h('input', { type: 'checkbox', checked: true, onchange: () => app.store.set('shortcuts', letters.checked) });
  const close = h('button.small', { type: 'button', onclick: () => dialog.close() }, 'Close');
  const groups = keyTable(app).map(({ title, keys }) =>
    h('section', {}, h('h3', {}, title), h('dl.keys', {}, keys.map(({ text, what }) => h('div', {}, h('dt', {}, h('kbd', {}, text)), h('dd', {}, what))))));
  const pointer = app.picture ? h('p', {}, app.show.planar
    ? 'Drag moves the picture, the wheel or two fingers zoom, a click picks.'
    : 'Drag turns the picture, with Shift, the right button or two fingers it moves; the wheel or a pinch zooms, a click picks.') : null;
  const dialog = h('dialog', { 'aria-labelledby': 'help-title', class: 'help' },
    h('div.head', {}, h('h2', { id: 'help-title' }, 'Keys'), close), pointer,
    h('p', {}, 'In the plots a click goes to that time, dragging zooms, a double click shows all.'),
    h('div.groups', { tabindex: '0', role: 'region', 'aria-label': 'List of keys' }, groups),
    h('label', {}, letters, ' Keys with one letter or sign'));
  dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
  app.help = () => dialog.showModal();
  return dialog;
}
