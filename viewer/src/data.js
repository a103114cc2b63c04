// SPDX-License-Identifier: MIT
//
// What the page is given (see DATA.md), with its arrays decoded. Everything else reads the object made here and never
// changes it.
import { NOWHERE } from './space.js';

const KINDS = { f4: Float32Array, f8: Float64Array, u4: Uint32Array, u2: Uint16Array, i2: Int16Array };
const NOT_FINITE = -32768; // of i2

// An array of numbers from base64 or from a plain list; null stays null.
export function array(value) {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return Float64Array.from(value, (v) => (v === null ? NaN : v));
  const [kind, text] = Object.entries(value)[0];
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let n = 0; n < binary.length; n++) bytes[n] = binary.charCodeAt(n);
  const numbers = new KINDS[kind](bytes.buffer);
  return kind === 'i2' ? unpacked(numbers, value) : numbers;
}

// Numbers of two bytes, each with the scale and offset of its place in a row.
function unpacked(numbers, { scale, offset }) {
  const out = new Float32Array(numbers.length), width = scale.length;
  for (let n = 0; n < out.length; n++) out[n] = numbers[n] === NOT_FINITE ? NaN : numbers[n] * scale[n % width] + offset[n % width];
  return out;
}

// Velocities that were left out: the slope of the parabola through three frames, good enough for arrows.
function slopes(times, poses, planar) {
  const count = times.length, size = planar ? 3 : 7, axes = planar ? 2 : 3;
  if (count < 3) return null;
  const bodies = poses.length / count / size;
  const out = new Float32Array(count * bodies * axes);
  for (let n = 0; n < count; n++) {
    const m = Math.min(Math.max(n, 1), count - 2), t = times[n], [a, b, c] = [times[m - 1], times[m], times[m + 1]];
    const u = (2 * t - b - c) / ((a - b) * (a - c)), v = (2 * t - a - c) / ((b - a) * (b - c)), w = (2 * t - a - b) / ((c - a) * (c - b));
    for (let body = 0; body < bodies; body++)
      for (let axis = 0; axis < axes; axis++) {
        const at = (frame) => poses[(frame * bodies + body) * size + axis];
        out[(n * bodies + body) * axes + axis] = u * at(m - 1) + v * at(m) + w * at(m + 1);
      }
  }
  return out;
}

const decodeMesh = (mesh) => ({
  points: array(mesh.points), normals: array(mesh.normals), triangles: array(mesh.triangles), edges: array(mesh.edges),
});

// Outlines and symbols that occur often are numbers of a table.
const curve = (raw, value) => (typeof value === 'number' ? raw.curves[value] : value ?? []);

// What is seen: of the show, or of a run with a look of its own.
const decodeLook = (raw) => ({
  points: raw.points ?? [],
  meshes: (raw.meshes ?? []).map(decodeMesh),
  bodies: raw.bodies.map((body, index) => ({
    facts: [], ...body, index,
    shapes: (body.shapes ?? []).map((shape) => ({ pose: NOWHERE, ...shape, outline: curve(raw, shape.outline) })),
  })),
  links: (raw.links ?? []).map((link, index) => ({
    facts: [], unique: true, ...link, index, lines: curve(raw, link.lines),
    solids: (link.solids ?? []).map((solid) => ({ pose: NOWHERE, ...solid })),
  })),
});

function decodeRun(run, index, planar, more) {
  const times = array(run.times) ?? [], poses = array(run.poses) ?? [];
  return {
    ...run,
    index,
    facts: run.facts ?? [],
    failed: run.failed ?? null,
    times,
    poses,
    velocities: array(run.velocities) ?? slopes(times, poses, planar),
    rough: !run.velocities, // its velocities are
    forces: array(run.forces),
    own: run.own ? decodeLook(run.own) : null,
    follows: array(run.follows),
    samples: array(run.samples) ?? [],
    more: (more ?? []).map((channel) => ({ ...channel, values: array(channel.values) })),
    channels: run.channels.map((channel) => ({ ...channel, values: array(channel.values) })),
  };
}

// First and last time of all that is recorded, failures too.
function span(runs) {
  let start = Infinity, end = -Infinity;
  for (const run of runs) {
    for (const times of [run.times, run.samples]) {
      if (!times.length) continue;
      start = Math.min(start, times[0]);
      end = Math.max(end, times[times.length - 1]);
    }
    if (run.failed && Number.isFinite(run.failed.time)) end = Math.max(end, run.failed.time);
  }
  return Number.isFinite(start) ? [start, end] : [0, 0];
}

// `channels` are those of all runs; `start` and `end` the time that can be shown.
export function decode(raw) {
  const runs = (raw.runs ?? []).map((run, index) => decodeRun(run, index, raw.planar, raw.more?.[index]));
  const [start, end] = span(runs);
  return {
    about: null, gravity: null, facts: [], parameters: [], messages: [], points: [], follows: [],
    ...raw,
    ...decodeLook(raw),
    runs, start, end,
    channels: runs.reduce((most, run) => (run.channels.length > most.length ? run.channels : most), []),
  };
}

// The data of this page; null if there are none.
export function readShow(document) {
  const element = document.getElementById('show');
  return element ? decode(JSON.parse(element.textContent)) : null;
}
