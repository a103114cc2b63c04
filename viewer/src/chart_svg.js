// SPDX-License-Identifier: MIT
//
// Charts as SVG, on light paper, for documents: one below the other, as far as they are zoomed.
import { SERIES } from './colours.js';
import { marks, markText } from './format.js';
import { titleOf } from './chart.js';
import { polylines } from './polyline.js';

const INK = '#1b2430', FAINT = '#5b6675', GRID = '#dfe3e8', BAD = '#b3261e';
const PLOT = { left: 72, right: 16, top: 30, bottom: 30, line: 17 };

const escaped = (text) => text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);
const round = (value) => Number(value.toFixed(2));

function one(chart, time, runs, index, top, width, height) {
  const { spec, hidden } = chart, curves = spec.curves.filter((_, n) => !hidden.has(n)), over = spec.over;
  const zoom = over ? chart.fitX() : time, [from, to] = zoom, [low, high] = chart.fit(time);
  const wide = width - PLOT.left - PLOT.right, high_ = height;
  const x = (t) => PLOT.left + ((t - from) / (to - from || 1)) * wide, y = (v) => top + PLOT.top + (1 - (v - low) / (high - low)) * high_;
  const bottom = top + PLOT.top + high_, lines = [];
  const text = (words, at, down, more = '') => lines.push(`<text x="${round(at)}" y="${round(down)}" ${more}>${escaped(words)}</text>`);
  text(titleOf(spec), PLOT.left, top + 18, `font-size="13" fill="${INK}"`);
  const vertical = marks(low, high, 5), level = marks(from, to, 8);
  for (const v of vertical.values) {
    lines.push(`<path d="M${PLOT.left} ${round(y(v))}h${wide}" stroke="${GRID}"/>`);
    text(markText(v, vertical.step, Math.max(Math.abs(low), Math.abs(high))), PLOT.left - 8, y(v) + 4, `text-anchor="end" fill="${FAINT}"`);
  }
  for (const t of level.values) {
    lines.push(`<path d="M${round(x(t))} ${round(bottom)}v${-high_}" stroke="${GRID}"/>`);
    text(markText(t, level.step, Math.abs(to)), x(t), bottom + 16, `text-anchor="middle" fill="${FAINT}"`);
  }
  text(over ? titleOf({ title: over.name, unit: over.unit }) : 'time, s', width - PLOT.right, top + 18, `text-anchor="end" fill="${FAINT}"`);
  lines.push(`<clipPath id="c${index}"><rect x="${PLOT.left}" y="${top + PLOT.top}" width="${wide}" height="${high_}"/></clipPath><g clip-path="url(#c${index})" fill="none" stroke-width="1.5" stroke-linejoin="round">`);
  for (const curve of curves)
    lines.push(`<path d="${over ? chart.path(curve, x, y) : polylines(curve, zoom, x, y)}" stroke="${SERIES.light[curve.colour % 8]}"${curve.dash.length ? ` stroke-dasharray="${curve.dash}"` : ''}/>`);
  for (const run of runs) if (run.failed && !over) lines.push(`<path d="M${round(x(run.failed.time))} ${round(bottom)}v${-high_}" stroke="${BAD}" stroke-dasharray="5 4"/>`);
  lines.push('</g>', `<rect x="${PLOT.left}" y="${top + PLOT.top}" width="${wide}" height="${high_}" fill="none" stroke="${FAINT}" stroke-width="0.75"/>`);
  curves.forEach((curve, n) => {
    const down = bottom + PLOT.bottom + PLOT.line * n + 4;
    lines.push(`<path d="M${PLOT.left} ${down - 4}h22" stroke="${SERIES.light[curve.colour % 8]}" stroke-width="2"${curve.dash.length ? ` stroke-dasharray="${curve.dash}"` : ''}/>`);
    text(curve.label, PLOT.left + 30, down, `fill="${INK}"`);
  });
  return { text: lines.join('\n'), height: PLOT.top + high_ + PLOT.bottom + PLOT.line * curves.length + 12 };
}

// {svg, width, height}
export function chartsSvg(charts, zoom, title, runs, width = 720, each = 240) {
  let top = 8;
  const parts = charts.map((chart, n) => {
    const part = one(chart, zoom, runs, n, top, width, each);
    top += part.height;
    return part.text;
  });
  const height = Math.ceil(top + 4);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="system-ui, 'Liberation Sans', Arial, sans-serif" font-size="12">
<title>${escaped(title)}</title>
<rect width="${width}" height="${height}" fill="#ffffff"/>
${parts.join('\n')}
</svg>
`;
  return { svg, width, height };
}
