// SPDX-License-Identifier: MIT
//
// Puts the page together: data, what is chosen, time, picture, plots, panels.
import 'uplot/dist/uPlot.min.css';
import './style/colours.css';
import './style/layout.css';
import './style/parts.css';
import './style/panels.css';
import './style/plots.css';
import './style/touch.css';
import './style/graph.css';
import './style/boxes.css';
import { Store } from './store.js';
import { chosen } from './options.js';
import { Clock } from './clock.js';
import { Theme } from './colours.js';
import { Motion } from './motion.js';
import { More } from './more.js';
import { h, tool } from './dom.js';
import { makeStage } from './stage.js';
import { Plots } from './plots.js';
import { makeTransport, makeVoice } from './transport.js';
import { makeBanner, makeLegend } from './banner.js';
import { makeCheck, makeOptions, makePicked, makeRuns } from './panels.js';
import { makeTree } from './tree.js';
import { listen, makeHelp } from './keys.js';
import { makeApi } from './api.js';
import { makeGraph } from './graph.js';
import { makeBoxes } from './boxes.js';

// Panels at the sides can be put away; plots come back where the graph took their place.
function folding(app, root, name, label, icon) {
  const button = tool(icon, label, () => {
    const covered = name === 'plots' && root.classList.contains('graphed');
    if (covered) app.boxes(false);
    const folded = root.classList.toggle(`no-${name}`, covered ? false : undefined);
    button.setAttribute('aria-pressed', String(!folded));
  }, { 'aria-pressed': 'true' });
  button.classList.add('wide');
  return button;
}

function header(app, root, boxes) {
  const { show, theme } = app;
  return h('header', {}, h('h1', {}, show.title), h('p', {}, (show.about ?? '').split('\n')[0]),
    h('div.row', {}, boxes?.button, app.moving ? [folding(app, root, 'side', 'Panel of the model', 'side'), folding(app, root, 'plots', 'Panel of the plots', 'curve')] : null,
      tool('theme', 'Light or dark (T)', () => theme.flip()), tool('help', 'Keys and help (?)', () => app.help())));
}

export function build(show, root) {
  const store = new Store(chosen(show)), clock = new Clock(show), theme = new Theme(store);
  const app = { show, store, clock, theme, motions: show.runs.map((run) => new Motion(show, run)), more: new More(show), picture: null };
  app.moving = show.animation !== false && show.bodies.length > 1 && show.runs.some((run) => run.times.length > 0);
  const view = app.moving ? makeStage(app) : null;
  const plots = (app.plots = new Plots(app)), legend = makeLegend(app), banner = makeBanner(app);
  if (view && legend) view.append(legend);
  // What went wrong is read before the model, what went well behind it.
  const parts = [makeTree(app), makeCheck(app)];
  if (show.messages.some(({ severity }) => severity === 'error')) parts.reverse();
  const side = h('section.side', { id: 'side', 'aria-label': 'Model' },
    makeGraph(app), view ? null : legend, app.picture ? [makePicked(app), makeOptions(app)] : null, ...parts, makeRuns(app),
    h('p.program', {}, show.program));
  const stage = view ? h('div.stage', {}, banner, view) : banner ? h('div.stage.only', {}, banner) : null;
  root.className = view ? 'moving' : 'still';
  const boxes = view ? makeBoxes(app, root) : null;
  root.append(header(app, root, boxes), h('main', {}, side, stage, boxes?.element, plots.element), makeTransport(app), makeVoice(app), makeHelp(app));
  plots.rebuild();
  listen(app);
  window.jourdain = makeApi(app);
  if (app.picture && !matchMedia('(prefers-reduced-motion: reduce)').matches) clock.play();
  return app;
}
