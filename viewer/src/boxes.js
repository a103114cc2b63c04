// SPDX-License-Identifier: MIT
//
// The multibond graph beside the picture: bodies, joints and forces are boxes that open. What is picked in the picture
// or the model opens here, and a box that is opened is picked there. Rotation is purple, translation green.
import { arrange, understand, words } from './box_layout.js';
import { h, tool } from './dom.js';

const SVG = 'http://www.w3.org/2000/svg', PAD = 10, LEAST = 0.82; // of their size, where the sheet is narrow

function svg(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined) element.setAttribute(key, value);
  element.append(...children.flat().filter(Boolean));
  return element;
}

const text = (x, y, of, kind) => {
  const element = svg('text', { x, y, class: kind });
  element.textContent = of;
  return element;
};

const titled = (of) => {
  const element = svg('title', {});
  element.textContent = of;
  return element;
};

// ---- Bonds ----------------------------------------------------------------------------------------

// Level where it leaves and arrives; where it turns round, upright in the middle.
function pathOf(points) {
  let d = `M${points[0].join()}`;
  for (let n = 1; n < points.length; n++) {
    const [a, b] = [points[n - 1], points[n]], next = points[n + 1], before = points[n - 2], middle = (a[0] + b[0]) / 2;
    if (next && Math.sign(next[0] - b[0]) * Math.sign(b[0] - a[0]) < 0) d += `C${b[0]},${a[1]} ${b[0]},${a[1]} ${b.join()}`;
    else if (before && Math.sign(a[0] - before[0]) * Math.sign(b[0] - a[0]) < 0) d += `C${a[0]},${b[1]} ${a[0]},${b[1]} ${b.join()}`;
    else d += `C${middle},${a[1]} ${middle},${b[1]} ${b.join()}`;
  }
  return d;
}

// The half arrow at the end where it arrives, the stroke at the end that receives the effort.
function marks({ bond, points }) {
  const end = points.at(-1), way = Math.sign(end[0] - points.at(-2)[0]) || 1;
  const lines = [svg('path', { d: `M${end.join()}L${end[0] - 8 * way},${end[1] - 4 * way}`, class: 'mark' })];
  const at = bond.stroke === bond.to ? end : bond.stroke === bond.from ? points[0] : null;
  if (at) lines.push(svg('path', { d: `M${at[0]},${at[1] - 5}V${at[1] + 5}`, class: 'mark' }));
  return lines;
}

function bondOf(way, show) {
  const { bond, points } = way, d = pathOf(points), vector = bond.dimension > 1;
  return svg('g', { class: `bond ${bond.domain ?? ''}${vector ? ' vector' : ''}`, 'data-name': bond.name, onclick: () => show(`${bond.name}: ${said(bond)}`) },
    titled(`${bond.name}${vector ? `, ${bond.dimension} components` : ''}`),
    svg('path', { d, class: 'near' }), svg('path', { d, class: 'line' }), vector ? svg('path', { d, class: 'inner' }) : null, marks(way));
}

const said = ({ domain, dimension, stroke, to }) =>
  [domain === 'rotational' ? 'rotation: torque and angular velocity' : domain === 'translational' ? 'translation: force and velocity' : domain ?? 'bond',
    dimension > 1 ? `${dimension} components` : 'one component',
    stroke === null ? null : `the effort is given to the end ${stroke === to ? 'with' : 'without'} the half arrow`].filter(Boolean).join('; ');

// ---- Nodes and boxes ------------------------------------------------------------------------------

function nodeOf({ node, x, y }, show) {
  const { type, name } = words(node);
  const tell = () => show(`${node.name}: ${type}${node.value ? ` ${node.value}` : ''}`);
  return svg('g', { class: `node${node.parasitic ? ' parasitic' : ''}`, 'data-name': node.name, onclick: tell }, titled(node.value ? `${node.name} = ${node.value}` : node.name),
    svg('rect', { x: x - 4 - type.length * 4, y: y - 12, width: 8 + type.length * 8, height: 24, class: 'under' }), text(x, y + 1, type, 'type'), text(x, y + 11, name, 'label'));
}

const SIGNS = { body: '', joint: 'joint', force: 'force' };

function boxOf({ part, x, y, width, height, open }, press) {
  const what = part.kind === 'body' && part.index === 0 ? 'ground' : part.kind;
  const key = (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    press(part);
  };
  return svg('g', { class: `box ${part.kind}${open ? ' open' : ''}`, 'data-part': part.index },
    svg('rect', { x, y, width, height, rx: part.kind === 'body' ? 2 : 10, class: 'frame' }),
    svg('g', { class: 'head', role: 'button', tabindex: 0, 'aria-expanded': String(open), 'aria-label': `${part.name}, ${what}`, onclick: () => press(part), onkeydown: key },
      titled(`${part.name}: ${open ? 'close' : 'open'}`),
      svg('rect', { x, y, width, height: open ? 20 : height, class: 'press' }),
      svg('path', { d: open ? `M${x + 7},${y + 8}l3.5,4 3.5,-4` : `M${x + 8},${y + height / 2 - 3.5}l4,3.5 -4,3.5`, class: 'sign' }),
      text(x + 19, open ? y + 14 : y + height / 2 + 4, part.name, 'title'),
      SIGNS[part.kind] && open ? text(x + width - 6, y + 14, SIGNS[part.kind], 'kind') : null));
}

// ---- The pane -------------------------------------------------------------------------------------

// Parts of the graph and what is picked on the page are one by kind and name.
function numbers({ bodies, links }, parts) {
  const find = ({ kind, name }) => (kind === 'body' ? bodies.findIndex((body) => body.name === name) : links.findIndex((link) => link.kind === kind && link.name === name));
  return parts.map((part) => {
    const index = find(part);
    return index < 0 ? null : { kind: part.kind === 'body' ? 'body' : 'link', index };
  });
}

class Boxes {
  constructor({ show, store }) {
    this.store = store;
    this.graph = understand(show.boxes);
    this.things = numbers(show, this.graph.parts);
    this.open = new Set();
    this.zoom = 1;
    this.sheet = h('div.boxsheet', { tabindex: '0', role: 'region', 'aria-label': 'Multibond graph' });
    this.said = h('p.said', { 'aria-live': 'polite' }, 'Click a box to open it, a node or bond to read what it is.');
    const all = (on) => () => {
      this.open = new Set(on ? this.graph.parts.filter((part) => part.nodes.length).map(({ index }) => index) : []);
      this.draw();
    };
    this.element = h('section.boxpane', { 'aria-label': 'Multibond graph', hidden: true },
      h('div.head', {}, h('h2', {}, 'Multibond graph'), h('span.key', {}, h('span.turns', {}, 'rotation'), h('span.moves', {}, 'translation')),
        h('button.small', { type: 'button', onclick: all(true) }, 'Open all'), h('button.small', { type: 'button', onclick: all(false) }, 'Close all'),
        tool('minus', 'Graph smaller', () => this.scale(1 / 1.25)), tool('plus', 'Graph larger', () => this.scale(1.25))),
      this.sheet, this.said);
    store.on('selected', () => this.follow());
  }

  scale(by) {
    this.zoom = Math.min(4, Math.max(0.25, this.zoom * by));
    this.draw();
  }

  // The part of what is picked; undefined: it has none.
  picked() {
    const selected = this.store.get('selected');
    return selected ? this.graph.parts.find(({ index, nodes }) => nodes.length && this.things[index]?.kind === selected.kind && this.things[index].index === selected.index) : undefined;
  }

  follow() {
    const part = this.picked();
    if (part) this.open.add(part.index);
    if (this.element.hidden) return;
    this.draw();
    if (part) this.sheet.querySelector(`[data-part="${part.index}"]`)?.scrollIntoView({ block: 'center', inline: 'center' });
  }

  press(part) {
    const opened = !this.open.delete(part.index);
    if (opened) this.open.add(part.index);
    const selected = this.store.get('selected'), thing = this.things[part.index];
    if (opened && thing && !(selected?.kind === thing.kind && selected.index === thing.index)) this.store.set('selected', thing);
    else this.draw();
    this.sheet.querySelector(`[data-part="${part.index}"] .head`)?.focus({ preventScroll: true });
  }

  draw() {
    const { boxes, nodes, ways, width, height } = arrange(this.graph, this.open), wide = width + 2 * PAD, high = height + 2 * PAD;
    const tell = (words_) => (this.said.textContent = words_), room = this.sheet.clientWidth - 2 || wide;
    const scale = this.zoom * Math.min(1.15, Math.max(LEAST, room / wide)), picked = this.picked();
    const drawing = svg('svg', { viewBox: `${-PAD} ${-PAD} ${wide} ${high}`, width: wide * scale, height: high * scale, class: 'boxgraph' },
      boxes.map((box) => boxOf(box, (part) => this.press(part))), ways.map((way) => bondOf(way, tell)), nodes.map((node) => nodeOf(node, tell)));
    if (picked) drawing.querySelector(`[data-part="${picked.index}"]`)?.classList.add('picked');
    this.sheet.replaceChildren(drawing);
  }
}

// The pane and the button that shows it; null without a multibond graph.
export function makeBoxes(app, root) {
  if (!app.show.boxes) return null;
  const boxes = new Boxes(app), { element } = boxes, button = tool('graph', 'Multibond graph (M)', () => app.boxes(), { 'aria-pressed': 'false' });
  app.boxes = (on = element.hidden) => {
    element.hidden = !on;
    root.classList.toggle('graphed', on);
    button.setAttribute('aria-pressed', String(on));
    if (on) boxes.follow();
  };
  new ResizeObserver(() => !element.hidden && boxes.draw()).observe(element);
  return { element, button };
}
