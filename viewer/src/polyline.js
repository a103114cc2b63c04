// SPDX-License-Identifier: MIT
//
// A curve as a path, for the charts on the page and for those in files.

const round = (value) => Number(value.toFixed(2));

// In each column of half a pixel the first, the least, the greatest and the last: no peak is lost.
export function polylines({ times, values }, [from, to], x, y) {
  const parts = [];
  let points = [], column = null;
  const flush = () => {
    if (!column) return;
    const kept = [column.first, ...(column.low.n < column.high.n ? [column.low, column.high] : [column.high, column.low]), column.last];
    kept.forEach((p, n) => (n === 0 || p.n !== kept[n - 1].n) && points.push(`${round(p.x)} ${round(p.y)}`));
    column = null;
  };
  for (let n = 0; n < times.length && n < values.length; n++) {
    if ((n + 1 < times.length && times[n + 1] < from) || (n > 0 && times[n - 1] > to)) continue;
    if (!Number.isFinite(values[n])) {
      flush();
      if (points.length) parts.push(points);
      points = [];
      continue;
    }
    const p = { n, x: x(times[n]), y: y(values[n]) }, key = Math.floor(p.x * 2);
    if (column?.key !== key) {
      flush();
      column = { key, first: p, low: p, high: p, last: p };
    }
    if (p.y > column.low.y) column.low = p;
    if (p.y < column.high.y) column.high = p;
    column.last = p;
  }
  flush();
  if (points.length) parts.push(points);
  return parts.map((list) => `M${list.join('L')}`).join('');
}
