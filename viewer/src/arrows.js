// SPDX-License-Identifier: MIT
//
// Arrows of velocities and forces. How long they are: the largest of a usual frame takes a fifth of the mechanism,
// times what the user has chosen; a legend tells the scale.
import { add, place, scale } from './space.js';
import { number, roundDown } from './format.js';

const SHARE = 0.2;

// The size that nine of ten frames do not pass.
function usual(values, count, size) {
  const most = [];
  const frames = values.length / (count * size) || 0, skip = Math.max(1, Math.floor(frames / 500));
  for (let frame = 0; frame < frames; frame += skip) {
    let greatest = 0;
    for (let n = 0; n < count; n++) {
      let square = 0;
      for (let axis = 0; axis < size; axis++) square += values[(frame * count + n) * size + axis] ** 2;
      if (square > greatest) greatest = square;
    }
    most.push(Math.sqrt(greatest));
  }
  most.sort((a, b) => a - b);
  return most[Math.floor(most.length * 0.9)] || most[most.length - 1] || 0;
}

export class Arrows {
  constructor(picture) {
    this.picture = picture;
    const { show, motions } = picture, size = show.planar ? 2 : 3;
    const over = (values, count) => Math.max(0, ...motions.map((motion) => (values(motion.run) ? usual(values(motion.run), count, size) : 0)));
    this.usual = {
      velocity: over((run) => run.velocities, show.bodies.length - 1),
      force: over((run) => run.forces, motions[0]?.forceCount ?? 0),
    };
  }

  // Metres of an arrow for a unit of what it shows.
  scaleOf(kind) {
    const { show, store } = this.picture;
    return this.usual[kind] > 0 ? ((SHARE * show.size) / this.usual[kind]) * 2 ** store.get(`${kind}Scale`) : 0;
  }

  // {from, to, kind, loose} in space, of the run that is drawn in full.
  list(time) {
    const { show, store, main, slots } = this.picture, concealed = store.get('concealed'), arrows = [];
    if (store.get('velocity'))
      for (const { index, hidden } of show.bodies.slice(1)) {
        if (hidden || concealed.has(index)) continue;
        const from = Array.from(slots.poses[index].slice(0, 3));
        arrows.push({ kind: 'velocity', from, by: main.velocity(index, time) });
      }
    if (store.get('force'))
      for (const link of show.links) {
        if (link.hidden || (link.force ?? -1) < 0) continue;
        const from = place(slots.poses[link.j.body], link.j.pose);
        arrows.push({ kind: 'force', from, by: main.force(link.force, time), loose: !link.unique });
      }
    return arrows.map((arrow) => ({ ...arrow, to: add(arrow.from, scale(arrow.by, this.scaleOf(arrow.kind))) }));
  }

  // Value, text and pixels of the arrow in the legend.
  legend(kind, unit) {
    const pixels = this.scaleOf(kind) * this.picture.camera.pixelsPerMetre();
    if (!(pixels > 0)) return null;
    const value = roundDown(64 / pixels);
    return { value, text: `${number(value, 3)} ${unit}`, pixels: value * pixels };
  }
}

// The origins of its two frames.
export const ends = (link, poses) => [link.i, link.j].map((side) => place(poses[side.body], side.pose));

// Where a link is: on its frame j; one that spans, half way.
export function middleOf(link, poses) {
  const [i, j] = ends(link, poses);
  return link.spans ? scale(add(i, j), 0.5) : j;
}
