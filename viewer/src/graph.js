// SPDX-License-Identifier: MIT
//
// The bond graph: its picture in the side, large in a window of its own, and its causal paths, each of which can be lit.
import { h } from './dom.js';
import { panel } from './panels.js';

// The picture as the program drew it; nothing in it runs.
function picture(svg) {
  const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  const element = document.importNode(parsed, true);
  if (!element.getAttribute('viewBox')) element.setAttribute('viewBox', `0 0 ${parseFloat(element.getAttribute('width'))} ${parseFloat(element.getAttribute('height'))}`);
  element.setAttribute('role', 'img');
  element.setAttribute('aria-label', 'Bond graph');
  return element;
}

// Bonds are groups that are called by their names.
function light(element, names) {
  for (const group of element.querySelectorAll('g')) {
    const title = group.querySelector(':scope > title');
    group.classList.toggle('lit', Boolean(title) && names.includes(title.textContent));
  }
}

// One path at a time; the same button again puts it out.
function picker(graph, elements) {
  const buttons = graph.paths.map(({ text, bonds }, n) => h('button.path', {
    type: 'button', 'aria-pressed': 'false', title: text,
    onclick: () => {
      const on = buttons[n].getAttribute('aria-pressed') !== 'true';
      buttons.forEach((button, k) => button.setAttribute('aria-pressed', String(on && k === n)));
      elements.forEach((element) => light(element, on ? bonds : []));
    },
  }, `${n + 1}  ${text}`));
  return h('div.paths', {}, buttons.length ? h('p.note', {}, graph.basis ? 'Causal paths without integration; there are more.' : 'Causal paths without integration:') : null, ...buttons);
}

export function makeGraph({ show }) {
  const { graph } = show;
  if (!graph) return null;
  const large = picture(graph.svg), small = picture(graph.svg);
  const window_ = h('dialog.graph', { 'aria-label': 'Bond graph' },
    h('form', { method: 'dialog' }, h('button', {}, 'Close')), h('div.sheet', {}, large), picker(graph, [large]));
  const open = h('button.sheet', { type: 'button', title: 'Bond graph: large', onclick: () => window_.showModal() }, small);
  return panel('Bond graph', true, open, picker(graph, [small]), window_);
}
