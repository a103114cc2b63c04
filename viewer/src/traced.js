// SPDX-License-Identifier: MIT
//
// Whose paths are drawn: named points ("p3") and the middles of bodies ("b2").

const MOST = 4000;

// The body of a traced thing and the point on it.
export function spotOf(show, id) {
  const index = Number(id.slice(1));
  if (id[0] === 'b') return { body: index, at: [0, 0, 0] };
  const point = show.points[index];
  return { body: point.body, at: point.at };
}

// Times close enough for a smooth line.
export function pathTimes(times) {
  const parts = times.length < 500 ? 4 : 1, skip = Math.max(1, Math.ceil(times.length / MOST));
  const list = [];
  for (let n = 0; n < times.length - 1; n += skip)
    for (let part = 0; part < parts; part++) list.push(times[n] + ((times[Math.min(n + skip, times.length - 1)] - times[n]) * part) / parts);
  list.push(times[times.length - 1]);
  return list;
}

// What has been chosen; if nothing, some points of the model.
export function tracedIds(show, store) {
  if (!store.get('paths')) return [];
  const traced = [...store.get('traced')];
  if (traced.length) return traced;
  const moving = show.points.map((point, n) => [point, n]).filter(([point]) => point.body > 0).slice(0, 8);
  return moving.length ? moving.map(([, n]) => `p${n}`) : show.bodies.slice(1, 9).map((body) => `b${body.index}`);
}
