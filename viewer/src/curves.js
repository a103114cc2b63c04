// SPDX-License-Identifier: MIT
//
// Which curves are in which chart: one chart for each kind and unit. Several runs: colours tell runs, dashes tell
// channels, and there are the differences from the first run.

import { isNoise, repeats, sizeOf } from './noise.js';

const KINDS = [
  { kind: 'output', title: () => 'Outputs' },
  { kind: 'difference', title: (show) => `Difference from ${show.runs[0].name}` },
  { kind: 'energy', title: () => 'Energy' },
  { kind: 'drift', title: () => 'Drift' },
];

export const DASHES = [[], [6, 4], [2, 3], [9, 3, 2, 3], [12, 4], [1, 4]];

// Of curves that lie on one another the first is whole, and each of the others leaves a part of those below to be seen.
const REPEATED = [[10, 10], [5, 15], [2.5, 17.5]];

// Samples agree as far as both runs go.
function difference(run, first, channel, other) {
  const values = channel?.values ?? [], base = other?.values ?? [];
  const count = Math.min(values.length, base.length), result = new Float64Array(values.length).fill(NaN);
  for (let n = 0; n < count; n++) if (run.samples[n] === first.samples[n]) result[n] = values[n] - base[n];
  return result;
}

function curvesOf(kind, unit, { show, store, more }) {
  const shown = show.runs.filter((run) => store.get('shown').has(run.index)), [first] = show.runs;
  const compared = show.runs.length > 1;
  const channels = more.plotted(store.get('plotted')).filter((channel) =>
    channel.unit === unit && (kind === 'difference' ? channel.kind === 'output' : channel.kind === kind));
  const curves = channels.flatMap((channel, n) => shown
    .filter((run) => kind !== 'difference' || run.index > 0)
    .map((run) => {
      const own = more.find(run, channel.name), other = kind === 'difference' ? more.find(first, channel.name) : null;
      return {
        name: channel.name, unit, run, channel: n,
        label: compared ? `${channel.name}, ${run.name}` : channel.name,
        colour: compared ? run.index : n, dash: compared ? DASHES[n % DASHES.length] : DASHES[n >= 8 ? 1 + (n >> 3) % 5 : 0],
        times: run.samples,
        values: other ? difference(run, first, own, other) : own?.values ?? [],
        noise: other ? isNoise(difference(run, first, own, other), sizeOf(other.values)) : false,
      };
    }));
  const told = curves.filter((curve) => !curve.noise);
  repeats(told).forEach((count, n) => count && (told[n].dash = REPEATED[(count - 1) % REPEATED.length]));
  return { told, equal: curves.filter((curve) => curve.noise) };
}

// {charts, equal}: what differs by rounding only is told, not drawn.
export function chartsOf(app) {
  const { show, store, more } = app, charts = [], equal = [];
  const units = [...new Set([...show.channels, ...more.plotted(store.get('plotted'))].map((channel) => channel.unit))];
  for (const { kind, title } of KINDS) {
    if (kind === 'difference' && show.runs.length < 2) continue;
    for (const unit of units) {
      const curves = curvesOf(kind, unit, app);
      equal.push(...curves.equal);
      if (curves.told.length) charts.push({ id: `${kind}:${unit}`, kind, unit, title: title(show), curves: curves.told });
    }
  }
  return { charts, equal };
}

// For one x axis: times of the longest run, and each curve on it; null where there is no value.
export function aligned(curves) {
  const times = curves.reduce((most, curve) => (curve.times.length > most.length ? curve.times : most), []);
  const columns = curves.map(({ values }) => {
    const column = new Array(times.length);
    for (let n = 0; n < times.length; n++) column[n] = n < values.length && Number.isFinite(values[n]) ? values[n] : null;
    return column;
  });
  return [times, ...columns];
}

// The value of a curve at a time, on the line between two samples. The last one counts until the next would have come,
// so that a run tells what it had when it failed; beyond there is NaN.
export function valueAt({ times, values }, t, before) {
  if (!times.length || !values.length || t < times[0]) return NaN;
  const n = before(times, t), last = times.length - 1;
  if (n >= last) return t > times[last] + (times[last] - times[Math.max(last - 1, 0)]) * (1 + 1e-9) ? NaN : values[last];
  const share = (t - times[n]) / (times[n + 1] - times[n]), next = values[n + 1];
  return share > 0 && Number.isFinite(next) ? values[n] + share * (next - values[n]) : values[n];
}

// All curves as a table: `name [unit]`; several runs: `name, run [unit]`.
export function tableOf(charts, show) {
  const seen = new Set(), curves = charts.flatMap((chart) => chart.curves.map((curve) => ({ ...curve, kind: chart.kind })))
    .filter(({ kind, label }) => !seen.has(kind === 'difference' ? `d:${label}` : label) && seen.add(kind === 'difference' ? `d:${label}` : label));
  const quoted = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const heading = ({ kind, label, unit }) => quoted(`${kind === 'difference' ? `difference of ${label} from ${show.runs[0].name}` : label} [${unit}]`);
  const [times, ...columns] = aligned(curves);
  const digits = curves.map(({ values }) => (values instanceof Float32Array ? (v) => String(Number(v.toPrecision(8))) : String));
  const lines = [['time [s]', ...curves.map(heading)].join(',')];
  for (let n = 0; n < times.length; n++)
    lines.push([times[n], ...columns.map((column, k) => (column[n] === null ? 'nan' : digits[k](column[n])))].join(','));
  return `${lines.join('\n')}\n`;
}
