// SPDX-License-Identifier: MIT
//
// Channels that were not asked for as outputs, but are known of the motion: of bodies, joints and forces. They are made
// when they are wanted, at the times of the samples.
import { before } from './motion.js';

const AXES = ['x', 'y', 'z'];

// What frames hold of a body or a link: [name, unit, array, columns of a frame, column].
function known(show, run, { kind, index }) {
  const axes = show.planar ? 2 : 3, pose = show.planar ? 3 : 7, moving = show.bodies.length - 1, list = [];
  const add = (name, unit, values, wide, column) => values?.length && list.push({ name, unit, values, wide, column });
  if (kind === 'body' && index > 0) {
    for (let n = 0; n < axes; n++) add(AXES[n], 'm', run.poses, moving * pose, (index - 1) * pose + n);
    if (show.planar) add('angle', 'rad', run.poses, moving * pose, (index - 1) * pose + 2);
    for (let n = 0; n < axes; n++) add(`v${AXES[n]}`, 'm/s', run.velocities, moving * axes, (index - 1) * axes + n);
  }
  if (kind === 'link' && (show.links[index].force ?? -1) >= 0) {
    const count = show.links.filter((link) => (link.force ?? -1) >= 0).length;
    for (let n = 0; n < axes; n++) add(`force.${AXES[n]}`, 'N', run.forces, count * axes, show.links[index].force * axes + n);
  }
  return list;
}

// Values of a column of the frames at the times of the samples, along lines.
function sampled(run, { values, wide, column }) {
  const { times, samples } = run, at = (frame) => values[frame * wide + column];
  return Float64Array.from(samples, (t) => {
    const n = before(times, t), next = Math.min(n + 1, times.length - 1), step = times[next] - times[n];
    const share = step > 0 ? Math.min((t - times[n]) / step, 1) : 0;
    return t > times[times.length - 1] * (1 + 1e-9) + 1e-12 ? NaN : at(n) * (1 - share) + at(next) * share;
  });
}

export class More {
  constructor(show) {
    this.show = show;
    this.made = show.runs.map(() => new Map());
  }

  nameOf({ kind, index }) {
    return (kind === 'body' ? this.show.bodies : this.show.links)[index].name;
  }

  // Channels of a thing, [{name, short, unit}]: outputs, what the program recorded besides, what the frames tell.
  of(thing) {
    const subject = this.nameOf(thing), list = new Map();
    const [run] = this.show.runs;
    if (!run || run.samples.length < 2) return [];
    const put = (name, unit) => list.has(name) || list.set(name, { name, short: name.slice(subject.length + 1), unit });
    for (const { name, unit } of known(this.show, run, thing)) put(`${subject}.${name}`, unit);
    for (const { name, unit } of [...run.more, ...this.show.channels]) if (name.startsWith(`${subject}.`)) put(name, unit);
    return [...list.values()];
  }

  // A channel of a run by its name; null: nothing is known of it.
  find(run, name) {
    const output = run.channels.find((channel) => channel.name === name);
    if (output) return output;
    const made = this.made[run.index];
    if (!made.has(name)) made.set(name, this.make(run, name));
    return made.get(name);
  }

  make(run, name) {
    const told = run.more.find((channel) => channel.name === name);
    if (told) return { name, unit: told.unit, kind: 'output', values: sampled(run, { values: told.values, wide: 1, column: 0 }) };
    const { show } = this, things = [...show.bodies.map((_, index) => ({ kind: 'body', index })), ...show.links.map((_, index) => ({ kind: 'link', index }))];
    const thing = things.find((one) => name.startsWith(`${this.nameOf(one)}.`) && known(show, run, one).some((of) => `${this.nameOf(one)}.${of.name}` === name));
    if (!thing) return null;
    const of = known(show, run, thing).find((one) => `${this.nameOf(thing)}.${one.name}` === name);
    return { name, unit: of.unit, kind: 'output', values: sampled(run, of) };
  }

  // All that is plotted, outputs first: what a chart may show.
  plotted(names) {
    const { show } = this, outputs = show.channels.filter(({ name }) => names.has(name));
    const more = [...names].filter((name) => !show.channels.some((channel) => channel.name === name));
    const found = more.map((name) => show.runs.map((run) => this.find(run, name)).find(Boolean)).filter(Boolean);
    return [...outputs, ...found];
  }
}
