// SPDX-License-Identifier: MIT
//
// Time and its pace: seconds of the run in a second of the show. Speed 1 is what the show wants; one of the speeds is real time.

import { before } from './motion.js';
import { number } from './format.js';

const SPEEDS = [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10];
const NEAR = 1e-6; // of one: the same speed

export class Clock {
  constructor(show) {
    const { start, end, runs } = show;
    // The frames of the longest run; without any, its samples.
    const frames = runs.map((run) => (run.times.length ? run.times : run.samples)).reduce((a, b) => (b.length > a.length ? b : a), []);
    Object.assign(this, { start, end, frames, time: start, playing: false, loop: !runs.some((run) => run.failed), speed: 1 });
    this.unit = show.speed > 0 ? show.speed : 1;
    this.real = 1 / this.unit;
    this.speeds = [...SPEEDS.filter((speed) => Math.abs(speed * this.unit - 1) > NEAR), this.real].sort((a, b) => a - b);
    this.listeners = [];
    this.last = 0;
    this.tick = this.tick.bind(this);
  }

  get rate() {
    return this.unit * this.speed;
  }

  // act('time' | 'state')
  on(act) {
    this.listeners.push(act);
  }

  tell(what) {
    for (const act of this.listeners) act(what);
  }

  set(time) {
    if (!Number.isFinite(time)) return;
    this.time = Math.min(Math.max(time, this.start), this.end);
    this.tell('time');
  }

  play() {
    if (this.playing || this.end <= this.start) return;
    if (this.time >= this.end) this.set(this.start);
    this.playing = true;
    this.last = performance.now();
    requestAnimationFrame(this.tick);
    this.tell('state');
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.tell('state');
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  // A page that was out of sight does not jump.
  tick(now) {
    if (!this.playing) return;
    const passed = Math.min(Math.max(now - this.last, 0), 250) / 1000;
    this.last = now;
    let time = this.time + passed * this.rate;
    if (time >= this.end) {
      if (this.loop) time = this.start + ((time - this.start) % (this.end - this.start));
      else {
        this.set(this.end);
        this.pause();
        return;
      }
    }
    this.set(time);
    requestAnimationFrame(this.tick);
  }

  // To the next frame in this direction.
  step(direction) {
    this.pause();
    const near = (this.end - this.start) * 1e-9, { frames, time } = this;
    if (!frames.length) return;
    const here = before(frames, time + near);
    const next = direction > 0 ? here + 1 : frames[here] < time - near ? here : here - 1;
    this.set(next < 0 ? this.start : next < frames.length ? frames[next] : this.end);
  }

  setSpeed(speed) {
    this.speed = speed;
    this.tell('state');
  }

  faster(direction) {
    const next = direction > 0 ? this.speeds.find((speed) => speed > this.speed) : this.speeds.findLast((speed) => speed < this.speed);
    if (next) this.setSpeed(next);
  }

  // How a speed compares with the world outside.
  pace(speed = this.speed) {
    const rate = this.unit * speed;
    if (Math.abs(rate - 1) < NEAR) return 'real time';
    return rate > 1 ? `${number(rate, 3)} × faster` : `${number(1 / rate, 3)} × slower`;
  }

  setLoop(loop) {
    this.loop = loop;
    this.tell('state');
  }
}
