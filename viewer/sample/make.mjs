// SPDX-License-Identifier: MIT
//
// Sample shows, made without the program: each is what DATA.md describes. Their motion is kinematics in closed form, so
// tests know where everything is.
import { bar, box, circle, cylinder, even, f4, f8, pose, rate, rectangle, ring, turned, zigzag } from './parts.mjs';

const COLOURS = ['#2166ac', '#c8551b', '#1b8a5a', '#8e44ad', '#b58900', '#0e8a9c', '#c2185b', '#5d6d7e'];
const GREY = '#6b7480';

// ---- A slider-crank in the plane ------------------------------------------------------------------

const R = 0.153, L = 0.306, SPEED = 2 * Math.PI;

// x, y, angle of the bodies; `late` sets a run apart from another.
export function sliderCrankAt(t, late = 0) {
  const a = SPEED * (t - late), b = -Math.asin((R * Math.sin(a)) / L);
  const pin = [R * Math.cos(a), R * Math.sin(a)], x = pin[0] + L * Math.cos(b);
  return [[pin[0] / 2, pin[1] / 2, a], [pin[0] + (L / 2) * Math.cos(b), pin[1] / 2, b], [x, 0, 0]];
}

function sliderCrankRun(name, { end, frames, samples, late = 0, drift = 1e-12, failed = null }) {
  const times = even(frames, end), grid = even(samples, end);
  const at = (n, axis) => (t) => sliderCrankAt(t, late)[n][axis];
  const push = (t) => -0.076 * rate((s) => rate(at(2, 0), s, 1e-4), t, 1e-4);
  const kinetic = (t) => 0.02 + 0.038 * rate(at(2, 0), t) ** 2 + 0.02 * (rate(at(1, 0), t) ** 2 + rate(at(1, 1), t) ** 2);
  const channel = (label, unit, kind, f, array = f4) => ({ name: label, unit, kind, values: array(grid.map(f)) });
  return {
    name, failed,
    facts: [['form', name], ['stepper', 'dop853, tol 1e-09'], ['steps', '212, none refused'], ['worst drift', '3.1e-13 m']],
    times: f8(times),
    poses: f4(times.flatMap((t) => sliderCrankAt(t, late).flat())),
    velocities: f4(times.flatMap((t) => [0, 1, 2].flatMap((n) => [rate(at(n, 0), t), rate(at(n, 1), t)]))),
    forces: f4(times.flatMap((t) => [-push(t), 0.5, push(t) * 0.9, 0.4, push(t), 0.2, 0, 0.6, push(t) * 0.2, 0])),
    samples: f8(grid),
    channels: [
      channel('slider.x', 'm', 'output', at(2, 0)),
      channel('slider.vx', 'm/s', 'output', (t) => rate(at(2, 0), t)),
      channel('crank.angle', 'rad', 'output', at(0, 2)),
      channel('rod.angle', 'rad', 'output', at(1, 2)),
      channel('energy.kinetic', 'J', 'energy', kinetic, f8),
      channel('energy.potential', 'J', 'energy', (t) => 0.3 * at(1, 1)(t), f8),
      channel('drift.position', 'm', 'drift', (t) => drift * Math.abs(Math.sin(9 * t)) * t, f8),
    ],
  };
}

const link = (name, kind, i, j, more) => ({
  name, kind, hidden: false, facts: [['between', `${i.body} and ${j.body}`]], i, j, spans: false, lines: [], solids: [],
  ground: false, force: null, unique: true, ...more,
});

export function sliderCrank({ end = 1, frames = 241, samples = 501, runs, ...more } = {}) {
  const unit = 0.012, hinge = [ring(0.6 * unit)], side = (body, x, y = 0) => ({ body, pose: pose(x, y) });
  const body = (name, colour, facts, ...outline) =>
    ({ name, colour, hidden: false, facts, shapes: outline.length ? [{ mesh: null, pose: pose(), colour, opacity: 1, outline }] : [] });
  return {
    program: 'jourdain 0.1.0', title: 'slider_crank', about: 'Slider-crank with a constant speed of its crank.\nLengths as in the paper.',
    planar: true, size: 0.62, unit, box: [[-0.17, -0.17, 0], [0.64, 0.17, 0]], gravity: [0, -9.81, 0], up: [0, 1, 0], animation: true,
    speed: end / 8,
    facts: [['bodies', '3'], ['joints', '4'], ['freedoms', '1 (crank turns)'], ['loops', '1'], ['redundant', 'none']],
    parameters: [{ name: 'r', value: '0.153 m', text: '153 mm' }, { name: 'l', value: '0.306 m', text: '2 * r' }],
    messages: [{
      severity: 'warning', code: 'mass-small', text: 'slider has a mass of 0.076 kg, a thousandth of the rod\'s', hint: 'check its unit: kg or g',
      file: 'crank.jd', line: 12, column: 15, length: 8, source: 'body slider : 0.076 kg, 1e-4 kg m^2',
    }],
    meshes: [],
    bodies: [
      body('ground', GREY, []),
      body('crank', COLOURS[0], [['mass', '0.038 kg'], ['inertia', '7.4e-05 kg m²'], ['line', '10']], bar(R, 0.014), circle(0.006, -R / 2), circle(0.006, R / 2)),
      body('rod', COLOURS[1], [['mass', '0.04 kg'], ['line', '11']], bar(L, 0.012)),
      body('slider', COLOURS[2], [['mass', '0.076 kg'], ['line', '12']], rectangle(0.07, 0.044)),
    ],
    links: [
      link('A', 'joint', side(0, 0), side(1, -R / 2), { lines: hinge, ground: true, force: 0, facts: [['type', 'revolute: hinge'], ['between', 'ground and crank']] }),
      link('B', 'joint', side(1, R / 2), side(2, -L / 2), { lines: hinge, force: 1, facts: [['type', 'revolute: hinge'], ['between', 'crank and rod']] }),
      link('C', 'joint', side(2, L / 2), side(3, 0), { lines: hinge, force: 2, facts: [['type', 'revolute: hinge'], ['between', 'rod and slider']] }),
      link('D', 'joint', side(0, 0, 0), side(3, 0), { force: 3, facts: [['type', 'prismatic: slide'], ['between', 'ground and slider']] }),
      link('spring', 'force', side(3, 0.035), side(0, 0.62), { spans: true, lines: [zigzag(0.014)], force: 4, facts: [['type', 'spring_damper'], ['stiffness', '20 N/m']] }),
    ],
    points: [{ name: 'rod.middle', body: 2, at: [0, 0, 0] }, { name: 'crank.pin', body: 1, at: [R / 2, 0, 0] }],
    runs: runs ?? [sliderCrankRun('newton-euler', { end, frames, samples })],
    ...more,
  };
}

// ---- Variants of it -------------------------------------------------------------------------------

export function comparison() {
  const size = { end: 1, frames: 241, samples: 501 };
  return sliderCrank({
    title: 'slider_crank: 3 forms',
    runs: [['newton-euler', 0], ['minimal', 0.004], ['penalty', 0.02]].map(([name, late]) => sliderCrankRun(name, { ...size, late, drift: 1e-12 + late * 1e-6 })),
  });
}

export function failed() {
  const failure = {
    time: 0.31, code: 'dead-point', text: 'at t = 0.31 s the loop A-B-C-D is near a dead point (joints A, B, C in line)',
    hint: 'drive the rod instead, or give the crank a flywheel',
  };
  return sliderCrank({ runs: [sliderCrankRun('newton-euler', { end: 0.31, frames: 76, samples: 156, failed: failure })] });
}

export const still = () => {
  const show = sliderCrank({ animation: false, points: [] });
  for (const body of show.bodies) Object.assign(body, { shapes: [], hidden: true });
  for (const run of show.runs) Object.assign(run, { times: [], poses: [], velocities: null, forces: null });
  return show;
};

// A mechanism that does not assemble: as drawn, never run.
export function drawn() {
  const show = sliderCrank({ end: 1, frames: 2, samples: 2 }), [run] = show.runs;
  const message = { severity: 'error', code: 'loop-open', text: 'the loop A-B-C-D does not close', hint: null, file: null, line: null, column: null, length: null, source: null };
  Object.assign(run, { times: [0], poses: sliderCrankAt(0).flat(), velocities: null, forces: null, samples: [], channels: [] });
  return { ...show, messages: [message] };
}

// One that was not even placed.
export const bare = () => ({ ...drawn(), runs: [] });

export const long = () => sliderCrank({ end: 50, frames: 3001, samples: 100000, title: 'long run' });

// ---- In space -------------------------------------------------------------------------------------

const mul = ([aw, ai, aj, ak], [bw, bi, bj, bk]) => [
  aw * bw - ai * bi - aj * bj - ak * bk, aw * bi + ai * bw + aj * bk - ak * bj,
  aw * bj - ai * bk + aj * bw + ak * bi, aw * bk + ai * bj - aj * bi + ak * bw];
const about = (axis, angle) => turned([], axis, angle);

// A column turns about z; an arm on it swings about the column's y.
export function swingAt(t) {
  const a = 1.1 * t, b = 0.5 * Math.sin(3 * t) + 0.6, q = about([0, 0, 1], a), s = mul(q, about([0, 1, 0], b));
  const reach = 0.25 * Math.cos(b), high = 0.42 - 0.25 * Math.sin(b);
  return [[0, 0, 0.2, ...q], [reach * Math.cos(a), reach * Math.sin(a), high, ...s]];
}

export function spatial() {
  const end = 6, times = even(361, end), grid = even(601, end), at = (n, axis) => (t) => swingAt(t)[n][axis];
  const shape = (mesh, colour, where = pose()) => ({ mesh, pose: where, colour, opacity: 1, outline: [] });
  const channel = (name, unit, kind, f) => ({ name, unit, kind, values: f8(grid.map(f)) });
  return {
    program: 'jourdain 0.1.0', title: 'swing', about: 'An arm that swings on a turning column.', planar: false, size: 0.9, unit: 0.02,
    box: [[-0.5, -0.5, -0.03], [0.5, 0.5, 0.5]], gravity: [0, 0, -9.81], up: [0, 0, 1], animation: true, speed: 1,
    facts: [['freedoms', '2'], ['loops', 'none']], parameters: [], messages: [],
    meshes: [box(0.36, 0.36, 0.03), cylinder(0.035, 0.4), box(0.5, 0.05, 0.04), cylinder(0.05, 0.09), cylinder(0.028, 0.12)],
    bodies: [
      { name: 'ground', colour: GREY, hidden: false, facts: [], shapes: [shape(0, GREY, pose(0, 0, -0.015))] },
      { name: 'column', colour: COLOURS[0], hidden: false, facts: [['mass', '4 kg']], shapes: [shape(1, COLOURS[0])] },
      {
        name: 'arm', colour: COLOURS[1], hidden: false, facts: [['mass', '1.2 kg']],
        shapes: [shape(2, COLOURS[1]), { ...shape(3, COLOURS[4], pose(0.25, 0, 0)), opacity: 0.6 }],
      },
    ],
    links: [
      link('foot', 'joint', { body: 0, pose: pose() }, { body: 1, pose: pose(0, 0, -0.2) }, { force: 0, ground: true, lines: [ring(0.06)], facts: [['type', 'revolute'], ['between', 'ground and column']] }),
      link('hinge', 'joint', { body: 1, pose: pose(0, 0, 0.22, Math.SQRT1_2, Math.SQRT1_2) }, { body: 2, pose: pose(-0.25, 0, 0, Math.SQRT1_2, Math.SQRT1_2) }, {
        force: 1, unique: false, solids: [{ mesh: 4, pose: pose(), colour: '#888888', opacity: 1 }], facts: [['type', 'revolute'], ['between', 'column and arm']],
      }),
      link('spring', 'force', { body: 1, pose: pose(0, 0, -0.1) }, { body: 2, pose: pose(0.1, 0, 0) }, { spans: true, lines: [zigzag(0.02)], force: 2 }),
    ],
    points: [{ name: 'arm.tip', body: 2, at: [0.25, 0, 0] }],
    runs: [{
      name: 'newton-euler', facts: [['stepper', 'dop853']], failed: null, times: f8(times),
      poses: f4(times.flatMap((t) => swingAt(t).flat())),
      velocities: f4(times.flatMap((t) => [0, 1].flatMap((n) => [0, 1, 2].map((axis) => rate(at(n, axis), t))))),
      forces: f4(times.flatMap((t) => [0, 0, 50, 3 * Math.cos(t), 3 * Math.sin(t), 12, 1, 1, 5 * Math.sin(3 * t)])),
      samples: f8(grid),
      channels: [channel('arm.x', 'm', 'output', at(1, 0)), channel('arm.z', 'm', 'output', at(1, 2)), channel('energy.total', 'J', 'energy', (t) => 3 + 1e-9 * t)],
    }],
  };
}

// A wave of so many boxes.
export function many(count = 400) {
  const end = 4, times = even(121, end), wide = Math.ceil(Math.sqrt(count));
  const where = (n, t) => {
    const x = n % wide, y = Math.floor(n / wide), phase = 0.4 * x + 0.3 * y - 2 * t;
    return turned([0.1 * x, 0.1 * y, 0.1 * Math.sin(phase)], [0, 1, 0], 0.4 * Math.cos(phase));
  };
  const bodies = Array.from({ length: count }, (_, n) => ({
    name: `b${n + 1}`, colour: COLOURS[n % 8], hidden: false, facts: [['mass', '1 kg']],
    shapes: [{ mesh: 0, pose: pose(), colour: COLOURS[n % 8], opacity: 1, outline: [] }],
  }));
  return {
    ...spatial(), title: `${count} bodies`, size: 0.1 * wide, unit: 0.01, box: [[0, 0, -0.12], [0.1 * wide, 0.1 * wide, 0.12]],
    meshes: [box(0.07, 0.07, 0.05)],
    bodies: [{ name: 'ground', colour: GREY, hidden: false, facts: [], shapes: [] }, ...bodies],
    links: bodies.slice(1).map((_, n) => link(`j${n + 1}`, 'joint', { body: n + 1, pose: pose(0.05) }, { body: n + 2, pose: pose(-0.05) }, { lines: [ring(0.012)], force: n })),
    points: [],
    runs: [{
      name: 'newton-euler', facts: [], failed: null, times: f8(times), poses: f4(times.flatMap((t) => bodies.flatMap((_, n) => where(n, t)))),
      velocities: f4(times.flatMap((t) => bodies.flatMap((_, n) => [0, 0, 0.2 * Math.cos(n - 2 * t)]))),
      forces: f4(times.flatMap((t) => bodies.slice(1).flatMap((_, n) => [0, 0, 10 * Math.sin(n + t)]))),
      samples: f8(times), channels: [{ name: 'b1.z', unit: 'm', kind: 'output', values: f8(times.map((t) => where(0, t)[2])) }],
    }],
  };
}

export const SAMPLES = { planar: sliderCrank, spatial, comparison, failed, drawn, bare, still, many, long };
