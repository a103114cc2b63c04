// SPDX-License-Identifier: MIT
//
// Geometry of all bodies and links in a few buffers: faces (corners with normal, colour, slot) and lines (from, to,
// colour, slot). Colours are filled in later, by theme: each run of corners remembers whose it is.
import { BufferAttribute, BufferGeometry, InstancedBufferAttribute, InstancedBufferGeometry } from 'three';
import { NOWHERE, length, place, sub, turn } from './space.js';
import { actLines } from './acts.js';
import { beltLines } from './belt.js';
import { anchorLines } from './ground.js';

// Collects corners; paint: what tells their colour.
class Faces {
  constructor() {
    Object.assign(this, { points: [], normals: [], slots: [], index: [], paints: [] });
  }

  begin(paint) {
    this.paints.push({ ...paint, first: this.slots.length, count: 0 });
  }

  corner(slot, p, n) {
    this.points.push(p[0], p[1], p[2]);
    this.normals.push(n[0], n[1], n[2]);
    this.slots.push(slot);
    this.paints[this.paints.length - 1].count++;
  }

  geometry() {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(this.points), 3));
    geometry.setAttribute('normal', new BufferAttribute(new Float32Array(this.normals), 3));
    geometry.setAttribute('slot', new BufferAttribute(new Float32Array(this.slots), 1));
    geometry.setAttribute('colour', new BufferAttribute(new Uint8Array(this.slots.length * 4), 4, true));
    geometry.setIndex(new BufferAttribute(new Uint32Array(this.index), 1));
    geometry.userData.paints = this.paints;
    return geometry;
  }
}

export class Lines {
  constructor() {
    Object.assign(this, { from: [], to: [], slots: [], paints: [] });
  }

  begin(paint) {
    this.paints.push({ ...paint, first: this.slots.length, count: 0 });
  }

  segment(slot, a, b) {
    this.from.push(a[0], a[1], a[2]);
    this.to.push(b[0], b[1], b[2]);
    this.slots.push(slot);
    this.paints[this.paints.length - 1].count++;
  }

  geometry() {
    const geometry = new InstancedBufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array([0, -1, 0, 1, -1, 0, 1, 1, 0, 0, 1, 0]), 3));
    geometry.setIndex([0, 1, 2, 0, 2, 3]);
    geometry.setAttribute('from', new InstancedBufferAttribute(new Float32Array(this.from), 3));
    geometry.setAttribute('to', new InstancedBufferAttribute(new Float32Array(this.to), 3));
    geometry.setAttribute('slot', new InstancedBufferAttribute(new Float32Array(this.slots), 1));
    geometry.setAttribute('colour', new InstancedBufferAttribute(new Uint8Array(this.slots.length * 4), 4, true));
    geometry.instanceCount = this.slots.length;
    geometry.userData.paints = this.paints;
    return geometry;
  }
}

// colour(paint) -> [r, g, b, a], 0..1, for every run of corners.
export function repaint(geometry, colour) {
  const attribute = geometry.getAttribute('colour');
  for (const paint of geometry.userData.paints) {
    const bytes = colour(paint).map((c) => Math.round(c * 255));
    for (let n = paint.first; n < paint.first + paint.count; n++) attribute.array.set(bytes, n * 4);
  }
  attribute.needsUpdate = true;
}

const pointAt = (array, n) => [array[3 * n], array[3 * n + 1], array[3 * n + 2]];

function addMesh(faces, lines, mesh, pose, slot, paint) {
  const first = faces.slots.length, count = mesh.points.length / 3;
  faces.begin(paint);
  for (let n = 0; n < count; n++) faces.corner(slot, place(pose, pointAt(mesh.points, n)), turn(pose, pointAt(mesh.normals, n)));
  for (const n of mesh.triangles) faces.index.push(first + n);
  lines.begin(paint);
  for (let n = 0; n + 1 < mesh.edges.length; n += 2)
    lines.segment(slot, place(pose, pointAt(mesh.points, mesh.edges[n])), place(pose, pointAt(mesh.points, mesh.edges[n + 1])));
}

// Bodies: faces that hide what is behind, faces that do not, and lines.
export function bodyShapes(show) {
  const full = new Faces(), clear = new Faces(), lines = new Lines();
  for (const body of show.bodies)
    for (const shape of body.shapes) {
      const paint = { colour: shape.colour ?? body.colour, opacity: shape.opacity ?? 1, body: body.index };
      const faces = paint.opacity < 1 ? clear : full;
      if (show.meshes[shape.mesh]) addMesh(faces, lines, show.meshes[shape.mesh], shape.pose, body.index, paint);
    }
  return { full: full.geometry(), clear: clear.geometry(), lines: lines.geometry() };
}

const segments = (lines, slot, line) => {
  for (let n = 0; n + 5 < line.length; n += 3) lines.segment(slot, line.slice(n, n + 3), line.slice(n + 3, n + 6));
};

// How far the two sides of a link are apart at the start.
function distance(show, motion, { i, j }) {
  const [a, b] = [i, j].map((side) => place(motion?.filmed ? Array.from(motion.pose(side.body, show.start)) : NOWHERE, side.pose));
  return length(sub(b, a));
}

// Between what is coupled: a belt along its wheels, or a dashed line.
function coupled(show, motion, link) {
  if (link.wheels) return beltLines(link.wheels, distance(show, motion, link));
  const count = Math.max(3, Math.min(40, Math.round(distance(show, motion, link) / (1.7 * show.unit))));
  return link.lines.length ? Array.from({ length: count }, (_, n) => [n / (count - 0.3), 0, 0, (n + 0.7) / (count - 0.3), 0, 0]) : [];
}

// Links: their solids, those without any as lines, and arrows of what drives them.
export function linkShapes(show, slots, motion) {
  const faces = new Faces(), edges = new Lines(), lines = new Lines();
  for (const link of show.links) {
    if (link.hidden) continue;
    const slot = slots.symbolOf(link.index);
    lines.begin({ link: link.index, faint: link.couples && !link.wheels });
    if (!link.solids.length) for (const line of link.couples ? coupled(show, motion, link) : link.lines) segments(lines, slot, line);
    if (!link.solids.length) for (const line of anchorLines(show, motion, link)) segments(lines, 0, line);
    lines.begin({ link: link.index, act: true });
    for (const line of actLines({ show, motion }, link)) segments(lines, slot, line);
    for (const shape of link.solids)
      addMesh(faces, edges, show.meshes[shape.mesh], shape.pose, slots.solidOf(link.index),
        { colour: shape.colour, opacity: shape.opacity ?? 1, link: link.index });
  }
  return { faces: faces.geometry(), edges: edges.geometry(), lines: lines.geometry() };
}
