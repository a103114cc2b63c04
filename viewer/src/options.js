// SPDX-License-Identifier: MIT
//
// What can be shown or not: one line each. Panel, keys and help follow from this table.
//     name, label, key, from the start, and whether this show has it at all
import { isNoise, sizeOf } from './noise.js';

export const OPTIONS = [
  { name: 'glyphs', label: 'Joint and force symbols', key: 'j', on: true, has: (show) => show.links.length > 0 },
  { name: 'names', label: 'Names', key: 'n', on: false, has: () => true },
  { name: 'paths', label: 'Paths of points', key: 'p', on: false, has: (show) => show.end > show.start },
  { name: 'velocity', label: 'Velocity arrows', key: 'v', on: false, unit: 'm/s', has: (show) => show.runs.some((run) => run.velocities) },
  { name: 'force', label: 'Force arrows', key: 'r', on: false, unit: 'N', has: (show) => show.runs.some((run) => run.forces) },
  { name: 'follows', label: 'Arrows and axes of the model', key: 'w', on: true, has: (show) => show.follows.length > 0 },
  { name: 'ghost', label: 'Start position', key: 'g', on: false, has: (show) => show.end > show.start },
  { name: 'shadows', label: 'Shadows', key: 's', on: true, has: (show) => !show.planar },
  { name: 'grid', label: 'Grid', key: 'd', on: true, has: () => true },
  { name: 'axes', label: 'Axes', key: 'a', on: true, has: () => true },
  { name: 'gravity', label: 'Gravity', key: 'y', on: true, has: (show) => show.gravity !== null },
];

// Curves from the start: some outputs of each unit, energy and drift, unless it is rounding only.
const MOST_CURVES = 6;

// Of things that are about as large as these: lengths as the mechanism, energies as the greatest of them.
function isIdle(show, { name, kind }) {
  const every = show.runs.flatMap((run) => run.channels.filter((channel) => (kind === 'energy' ? channel.kind === kind : channel.name === name)).map(({ values }) => values));
  if (kind === 'energy') return every.every((values) => sizeOf(values) === 0);
  return kind === 'drift' && every.every((values) => isNoise(values, Math.max(1, show.size ?? 1)));
}

function firstCurves(show) {
  const plotted = new Set(), count = {};
  for (const channel of show.channels) {
    const { name, unit, kind } = channel;
    count[unit] = (count[unit] ?? 0) + 1;
    if (kind === 'output' ? count[unit] <= MOST_CURVES : !isIdle(show, channel)) plotted.add(name);
  }
  return plotted;
}

// Everything chosen when the page opens. Sets are replaced, never changed.
export function chosen(show) {
  const values = {
    theme: 'auto', selected: null, hovered: null, over: null, follow: false, ortho: false, shortcuts: true,
    shown: new Set(show.runs.keys()), concealed: new Set(), traced: new Set(), plotted: firstCurves(show),
    velocityScale: 0, forceScale: 0,
  };
  for (const option of OPTIONS) values[option.name] = option.on && option.has(show);
  return values;
}

// The set with or without an element.
export function flipped(set, element) {
  const next = new Set(set);
  if (!next.delete(element)) next.add(element);
  return next;
}
