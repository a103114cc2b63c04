// SPDX-License-Identifier: MIT
//
// Elements in a line: h('button.tool', { title: 'Fit', onclick: fit }, icon('fit')).

export function h(spec, attributes = {}, ...children) {
  const [name, ...classes] = spec.split('.');
  const element = document.createElement(name);
  if (classes.length) element.className = classes.join(' ');
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key === 'style') Object.assign(element.style, value);
    else element.setAttribute(key, value === true ? '' : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

// Drawn in a box of 16, in lines.
const ICONS = {
  play: 'M5 3.2v9.6L12.5 8Z',
  pause: 'M5 3v10M11 3v10',
  first: 'M4 3v10M12.5 3.2v9.6L6 8Z',
  back: 'M10.5 3.2v9.6L4 8ZM13 3v10',
  next: 'M5.5 3.2v9.6L12 8ZM3 3v10',
  loop: 'M3 8a4 4 0 0 1 4-4h5M10 1.8 12.4 4 10 6.2M13 8a4 4 0 0 1-4 4H4M6 9.8 3.6 12 6 14.2',
  fit: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10M6 6h4v4H6Z',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  help: 'M5.6 6a2.4 2.4 0 1 1 3.5 2.1c-.8.4-1.1.9-1.1 1.7M8 12.2v.6',
  theme: 'M8 2.5a5.5 5.5 0 1 0 0 11ZM8 2.5a5.5 5.5 0 0 1 0 11',
  save: 'M8 2.5v7.5M4.8 7 8 10.2 11.2 7M2.8 13.5h10.4',
  close: 'm4 4 8 8M12 4l-8 8',
  follow: 'M8 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM8 1.5v3M8 11.5v3M1.5 8h3M11.5 8h3',
  path: 'M2.5 12.5c1-8 4-10 5.5-6s3 5 5.5-2.5',
  warning: 'M8 2.2 14.5 13.5h-13ZM8 6.5v3.4M8 11.4v.6',
  error: 'M5.3 2h5.4L14 5.3v5.4L10.7 14H5.3L2 10.7V5.3ZM8 4.8v4M8 10.6v.6',
  note: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2ZM8 7.2v4M8 4.8v.6',
  side: 'M2.5 3h11v10h-11ZM6.5 3v10',
  curve: 'M2.5 2.5v11h11M4.5 10.5c1.5-6 3-6 4.5-3s3 2 4-3',
  graph: 'M2 2.5h5v4H2ZM9 9.5h5v4H9ZM4.5 6.5v5H9',
  cube: 'M8 1.8 13.5 5v6L8 14.2 2.5 11V5ZM2.5 5 8 8.2 13.5 5M8 8.2v6',
};

export function icon(name) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', 'icon');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', ICONS[name]);
  svg.append(path);
  return svg;
}

// A button with an icon alone: its name is read out and shown as a tip.
export const tool = (name, label, onclick, more = {}) =>
  h('button.tool', { type: 'button', 'aria-label': label, title: label, onclick, ...more }, icon(name));

// Facts as a list of terms.
export const facts = (pairs) =>
  h('dl.facts', {}, pairs.map(([label, value]) => h('div', {}, h('dt', {}, label), h('dd', {}, value))));
