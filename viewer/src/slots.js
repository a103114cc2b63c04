// SPDX-License-Identifier: MIT
//
// Where everything is, for the graphics card: a slot for each body, for each link's symbol (where its frame j is,
// along the axes of i) and for each link's solids (on its frame j). A link that spans is stretched from one origin to the other.
import { DataTexture, FloatType, NearestFilter, RGBAFormat } from 'three';
import { cross, join, length, sub, turn, unit } from './space.js';
import { SLOTS_IN_ROW } from './shaders.js';

export class Slots {
  constructor(show) {
    this.show = show;
    this.bodies = show.bodies.length;
    this.links = show.links.length;
    this.count = this.bodies + 2 * this.links;
    const rows = Math.ceil(this.count / SLOTS_IN_ROW);
    this.data = new Float32Array(rows * SLOTS_IN_ROW * 16);
    this.texture = new DataTexture(this.data, SLOTS_IN_ROW * 4, rows, RGBAFormat, FloatType);
    this.texture.minFilter = this.texture.magFilter = NearestFilter;
    this.poses = show.bodies.map(() => new Float64Array(7));
    for (let n = 0; n < this.count; n++) this.data.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0], n * 16);
    show.bodies.forEach((body, n) => this.setVisible(n, !body.hidden));
    show.links.forEach((link, n) => {
      this.setVisible(this.symbolOf(n), !link.hidden);
      this.setVisible(this.solidOf(n), !link.hidden);
    });
  }

  symbolOf(link) {
    return this.bodies + link;
  }

  solidOf(link) {
    return this.bodies + this.links + link;
  }

  // What a slot belongs to.
  owner(slot) {
    if (slot < this.bodies) return { kind: 'body', index: slot };
    return { kind: 'link', index: (slot - this.bodies) % this.links };
  }

  setVisible(slot, visible) {
    this.data[slot * 16 + 13] = visible ? 1 : 0;
    this.texture.needsUpdate = true;
  }

  // selected: {kind, index} or null
  highlight(selected) {
    for (let n = 0; n < this.count; n++) this.data[n * 16 + 12] = 0;
    if (selected?.kind === 'body') this.data[selected.index * 16 + 12] = 1;
    if (selected?.kind === 'link')
      for (const slot of [this.symbolOf(selected.index), this.solidOf(selected.index)]) this.data[slot * 16 + 12] = 1;
    this.texture.needsUpdate = true;
  }

  // The same for what is under the pointer.
  hover(hovered) {
    for (let n = 0; n < this.bodies; n++) this.data[n * 16 + 14] = hovered?.kind === 'body' && hovered.index === n ? 1 : 0;
    this.texture.needsUpdate = true;
  }

  // Columns of the matrix: three axes and the origin.
  write(slot, x, y, z, p) {
    const at = slot * 16, data = this.data;
    for (let n = 0; n < 3; n++) {
      data[at + 4 * n] = x[n];
      data[at + 4 * n + 1] = y[n];
      data[at + 4 * n + 2] = z[n];
      data[at + 4 * n + 3] = p[n];
    }
  }

  rigid(slot, pose) {
    this.write(slot, turn(pose, [1, 0, 0]), turn(pose, [0, 1, 0]), turn(pose, [0, 0, 1]), pose);
  }

  // A belt stays in the plane of its wheels, however they have turned.
  stretched(slot, i, j, belt) {
    const x = sub(j, i);
    let z = belt ? turn(i, [0, 0, 1]) : cross(x, turn(i, [0, 1, 0]));
    if (!belt && length(z) < 0.1 * length(x)) z = cross(x, turn(i, [0, 0, 1]));
    z = unit(z);
    const y = unit(cross(z, x));
    this.write(slot, x, y, z, i);
  }

  // Moves all to where it is at this time.
  place(motion, time) {
    const { show, poses, bodies } = this;
    for (let n = 0; n < bodies; n++) this.rigid(n, motion.pose(n, time, poses[n]));
    show.links.forEach((link, n) => {
      if (link.hidden) return;
      const i = join(poses[link.i.body], link.i.pose), j = join(poses[link.j.body], link.j.pose);
      if (link.spans) {
        this.stretched(this.symbolOf(n), i, j, link.wheels);
        this.stretched(this.solidOf(n), i, j);
      } else {
        this.rigid(this.symbolOf(n), [...j.slice(0, 3), ...i.slice(3)]);
        this.rigid(this.solidOf(n), j);
      }
    });
    this.texture.needsUpdate = true;
  }
}
