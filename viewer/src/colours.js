// SPDX-License-Identifier: MIT
//
// Light and dark. The style sheet holds the colours; here they are read for the canvases, and the colours of bodies
// are made to stand out from the paper.

// Eight that stay apart for all kinds of colour vision: on light paper, and their partners on dark.
export const SERIES = {
  light: ['#2166ac', '#c8551b', '#1b8a5a', '#8e44ad', '#b58900', '#0e8a9c', '#c2185b', '#5d6d7e'],
  dark: ['#6cb2f0', '#f39b5f', '#5fd0a0', '#c79be8', '#e6c35c', '#5cd0e0', '#f27fb2', '#a9b7c6'],
};

export const rgb = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
export const hex = (colour) => `#${colour.map((c) => Math.round(c * 255).toString(16).padStart(2, '0')).join('')}`;
export const mix = (a, b, share) => a.map((c, n) => c * (1 - share) + b[n] * share);

const dark = matchMedia('(prefers-color-scheme: dark)');

// Storage may be forbidden; then the choice lasts as long as the page.
export function stored(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(`jourdain.${name}`, value);
    return localStorage.getItem(`jourdain.${name}`);
  } catch {
    return null;
  }
}

export class Theme {
  constructor(store) {
    this.store = store;
    this.listeners = [];
    const before = stored('theme');
    if (before === 'light' || before === 'dark') store.set('theme', before);
    store.on('theme', () => this.apply(), true);
    dark.addEventListener('change', () => this.apply());
  }

  on(act) {
    this.listeners.push(act);
  }

  apply() {
    const chosen = this.store.get('theme');
    this.dark = chosen === 'auto' ? dark.matches : chosen === 'dark';
    const root = document.documentElement;
    root.dataset.theme = this.dark ? 'dark' : 'light';
    const style = getComputedStyle(root);
    for (const name of ['view', 'paper', 'ink', 'faint', 'line', 'grid', 'ground', 'accent', 'bad', 'velocity', 'force'])
      this[name] = style.getPropertyValue(`--${name}`).trim();
    this.series = SERIES[this.dark ? 'dark' : 'light'];
    for (const act of this.listeners) act();
  }

  flip() {
    const next = this.dark ? 'light' : 'dark';
    stored('theme', next);
    this.store.set('theme', next);
  }

  // A colour of the data on this paper: the partner of a known one, others are made lighter in the dark.
  tone(colour) {
    if (!this.dark) return colour;
    const known = SERIES.light.indexOf(colour.toLowerCase());
    if (known >= 0) return SERIES.dark[known];
    const [r, g, b] = rgb(colour);
    const light = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    return light > 0.5 ? colour : hex(mix([r, g, b], [1, 1, 1], 0.5 - light * 0.7));
  }
}
