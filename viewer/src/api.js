// SPDX-License-Identifier: MIT
//
// window.jourdain: the page for consoles and tests. See README.md.
import { pictureCanvas } from './stage.js';
import { valueAt } from './curves.js';
import { before } from './motion.js';

export function makeApi(app) {
  const { show, clock, store, motions, plots } = app;
  const find = (name) => {
    const body = show.bodies.findIndex((one) => one.name === name);
    if (body >= 0) return { kind: 'body', index: body };
    const link = show.links.findIndex((one) => one.name === name);
    if (link >= 0) return { kind: 'link', index: link };
    throw new Error(`nothing here is called "${name}"`);
  };
  const bodyOf = (name) => {
    const { kind, index } = find(name);
    if (kind !== 'body') throw new Error(`"${name}" is no body`);
    return index;
  };
  return {
    show,
    get time() {
      return clock.time;
    },
    get playing() {
      return clock.playing;
    },
    setTime: (t) => clock.set(t),
    play: () => clock.play(),
    pause: () => clock.pause(),
    setSpeed: (speed) => clock.setSpeed(speed),
    setLoop: (on) => clock.setLoop(on),
    pose: (name, run = 0) => Array.from(motions[run].pose(bodyOf(name), clock.time)),
    angle: (name, run = 0) => motions[run].angle(bodyOf(name), clock.time),
    velocity: (name, run = 0) => [...motions[run].velocity(bodyOf(name), clock.time)],
    force: (name, run = 0) => [...motions[run].force(show.links[find(name).index].force, clock.time)],
    value: (channel, run = 0) => valueAt({ times: show.runs[run].samples, values: app.more.find(show.runs[run], channel).values }, clock.time, before),
    graph: (on) => app.boxes?.(on),
    pick: (name) => store.set('selected', name === null ? null : find(name)),
    picked: () => {
      const selected = store.get('selected');
      return selected && (selected.kind === 'body' ? show.bodies : show.links)[selected.index].name;
    },
    // Where the middle of a body is on the page, in pixels; null if not in front.
    onPage: (name) => {
      const at = app.camera.project(Array.from(app.picture.main.pose(bodyOf(name), clock.time).slice(0, 3)));
      const box = app.picture.canvas.getBoundingClientRect();
      return at && [box.left + at[0], box.top + at[1]];
    },
    get: (option) => store.get(option),
    set: (option, value) => store.set(option, value),
    fit: () => app.camera.fit(),
    look: (n) => app.lookFrom(n - 1),
    frame: () => app.picture?.count ?? 0,
    census: () => app.picture.census(),
    floorLines: () => app.picture.grid.mesh.geometry.instanceCount,
    drawCalls: () => app.picture.renderer.info.render.calls,
    triangles: () => app.picture.renderer.info.render.triangles,
    placing: (count = 10) => app.picture.measurePlacing(count),
    measure: (count = 10) => app.picture.measure(count),
    image: () => pictureCanvas(app).toDataURL('image/png'),
    channelsOf: (name) => app.more.of(find(name)).map((channel) => channel.name),
    charts: () => plots.charts.map((chart) => {
      const { box, range, high } = chart.bounds, { id, curves } = chart.spec;
      return { id, curves: curves.map((curve) => curve.label), dashes: curves.map((curve) => curve.dash), range, high, cursor: chart.now.getBoundingClientRect().left + 0.5 - box.left, width: box.width, left: box.left, top: box.top, height: box.height };
    }),
    zoom: (range) => plots.zoom(range),
    csv: () => plots.csv(),
    svg: () => plots.svg().svg,
  };
}
