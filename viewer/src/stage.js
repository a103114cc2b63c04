// SPDX-License-Identifier: MIT
//
// The picture's place in the page: canvases, tools beside them, size, following a body. In the plane it is drawn with a
// pen; in space WebGL is needed, and without it that is said and all else goes on.
import { h, tool } from './dom.js';
import { Camera, VIEWS } from './camera.js';
import { control } from './controls.js';
import { hasWebGL, Picture } from './scene.js';
import { PlanePicture } from './plane.js';
import { Overlay } from './overlay.js';
import { saveCanvas } from './save.js';
import { sub } from './space.js';
import { extent } from './extent.js';

export function makeStage(app) {
  const { show, store, clock } = app;
  const canvas = h('canvas.picture', { role: 'img', 'aria-label': `Moving picture of ${show.title}`, tabindex: '0' });
  const over = h('canvas.over', { 'aria-hidden': 'true' });
  const view = h('section.view', { 'aria-label': 'Picture' }, canvas, over);
  let points = null;
  app.camera = new Camera(show, () => (points ??= extent(show, app.motions)));
  if (!show.planar && !hasWebGL()) {
    view.replaceChildren(h('p.missing', {}, 'This browser shows no moving pictures here: WebGL 2 is missing or switched off. Plots, model and check work without it.'));
    return view;
  }
  app.picture = show.planar ? new PlanePicture(canvas, app) : new Picture(canvas, app);
  if (show.planar && !hasWebGL()) view.append(h('p.unseen', {}, 'This picture needs no WebGL.'));
  app.overlay = new Overlay(over, app.picture);
  app.camera.on(() => app.picture.changed());
  clock.on((what) => what === 'time' && app.picture.changed());
  control(canvas, app.camera, (x, y) => store.set('selected', app.picture.picker.at(x, y)), hovering(app));
  view.append(makeTools(app));
  follow(app);
  watchSize(view, app);
  return view;
}

// What is under the pointer, once a frame.
function hovering({ store, picture }) {
  let due = false, where = null;
  const look = () => {
    due = false;
    const found = where && picture.picker.at(...where), old = store.get('hovered'), body = found?.kind === 'body' && found.index > 0 ? found : null;
    if (old?.index !== body?.index) store.set('hovered', body);
  };
  return (...at) => {
    where = at.length ? at : null;
    if (due) return;
    due = true;
    requestAnimationFrame(look);
  };
}

function makeTools(app) {
  const { show, store, camera } = app;
  const toggled = (name, icon, label) => {
    const button = tool(icon, label, () => store.toggle(name));
    store.on(name, (on) => button.setAttribute('aria-pressed', String(!!on)), true);
    return button;
  };
  const from = h('select', { 'aria-label': 'Seen from', title: 'Seen from (1 to 8)', onchange: () => lookFrom(app, Number(from.value)) },
    VIEWS.map((one, n) => h('option', { value: n, selected: n === 3 }, one.name)));
  app.lookFrom = (n) => {
    from.value = n;
    lookFrom(app, n);
  };
  return h('div.tools', { role: 'toolbar', 'aria-label': 'View' },
    tool('fit', 'Fit all (F)', () => camera.fit()),
    tool('plus', 'Nearer (+)', () => camera.zoom(1 / 1.25)),
    tool('minus', 'Farther (-)', () => camera.zoom(1.25)),
    toggled('follow', 'follow', 'Follow what is picked (C)'),
    show.planar ? null : [toggled('ortho', 'cube', 'Without perspective (E)'), from],
    tool('save', 'Save the picture as PNG', () => savePicture(app)));
}

function lookFrom(app, n) {
  if (app.show.planar || !VIEWS[n]) return;
  app.camera.look(VIEWS[n]);
  app.camera.fit();
}

// One canvas with all that is seen.
export function pictureCanvas({ picture, overlay }) {
  picture.draw();
  const { width, height } = picture.canvas, flat = h('canvas', { width, height }), ctx = flat.getContext('2d');
  ctx.drawImage(picture.canvas, 0, 0);
  ctx.drawImage(overlay.pen.canvas, 0, 0);
  return flat;
}

const savePicture = (app) => saveCanvas(pictureCanvas(app), `${app.show.title}.png`);

// The eye goes along with what is picked.
function follow({ store, clock, camera, picture }) {
  let last = null;
  const where = () => {
    const selected = store.get('selected');
    return store.get('follow') && selected?.kind === 'body' ? Array.from(picture.main.pose(selected.index, clock.time).slice(0, 3)) : null;
  };
  const begin = () => {
    last = where();
    if (last) camera.moveTo(last);
  };
  store.on(['follow', 'selected', 'shown'], begin);
  clock.on((what) => {
    if (what !== 'time' || !last) return;
    const now = where();
    if (now) camera.moveBy(sub(now, last));
    last = now;
  });
  store.on('ortho', (ortho) => camera.setOrtho(ortho));
}

function watchSize(view, app) {
  const resize = () => {
    const { clientWidth: width, clientHeight: height } = view;
    if (!width || !height) return;
    app.picture.resize(width, height, Math.min(devicePixelRatio || 1, 2));
    const tools = view.querySelector('.tools'), wide = tools && tools.offsetWidth > 0.4 * width;
    app.camera.resize(width, height, wide ? tools.offsetTop + tools.offsetHeight : 0);
  };
  new ResizeObserver(resize).observe(view);
}
