// SPDX-License-Identifier: MIT
//
// The bar of time: play, steps, a slider with the places where runs failed, the time itself, speed, loop.
import { h, icon, tool } from './dom.js';
import { began } from './banner.js';
import { fixed, number, placesOf } from './format.js';

const THUMB = 16; // pixels, as in the style sheet

export function makeTransport({ show, clock }) {
  const places = placesOf(show.end - show.start), still = show.end <= show.start;
  const text = () => fixed(clock.time, places);
  const play = h('button.play', { type: 'button', disabled: still, onclick: () => clock.toggle() });
  const loop = tool('loop', 'Loop (L)', () => clock.setLoop(!clock.loop));
  const slider = h('input.time', {
    type: 'range', 'aria-label': 'Time', min: show.start, max: still ? show.start + 1 : show.end, step: 'any', disabled: still,
    oninput: () => {
      clock.pause();
      clock.set(Number(slider.value));
    },
  });
  const field = h('input.now', {
    type: 'text', inputmode: 'decimal', 'aria-label': 'Time in seconds', autocomplete: 'off', size: Math.max(6, fixed(show.end, places).length),
    onchange: () => {
      clock.pause();
      clock.set(Number(field.value.replace(',', '.')));
      field.value = text();
    },
  });
  const speed = h('select', { 'aria-label': 'Speed', title: 'Speed (up, down)', onchange: () => clock.setSpeed(Number(speed.value)) },
    clock.speeds.map((value) => h('option', { value }, clock.pace(value))));
  // One that is not in the list has a line of its own there.
  const own = h('option', { hidden: true });
  speed.append(own);
  const rate = h('span.rate', { title: 'Seconds of the run in a second of the show' });

  const showTime = () => {
    slider.value = clock.time;
    slider.setAttribute('aria-valuetext', `${text()} seconds`);
    slider.style.setProperty('--share', still ? 0 : (clock.time - show.start) / (show.end - show.start));
    if (document.activeElement !== field || clock.playing) field.value = text();
  };
  const showState = () => {
    const label = clock.playing ? 'Pause (space)' : 'Play (space)';
    play.replaceChildren(icon(clock.playing ? 'pause' : 'play'));
    play.setAttribute('aria-label', label);
    play.title = label;
    loop.setAttribute('aria-pressed', String(clock.loop));
    if (!clock.speeds.includes(clock.speed)) Object.assign(own, { value: clock.speed, textContent: clock.pace() });
    speed.value = clock.speed;
    rate.textContent = `${number(clock.rate, 3)} s in 1 s`;
  };
  clock.on((what) => (what === 'time' ? showTime() : showState()));
  showTime();
  showState();

  return h('section.bar', { 'aria-label': 'Time' },
    h('div.row', {}, tool('first', 'To the start (Home)', () => clock.set(show.start)), tool('back', 'A step back (left)', () => clock.step(-1)), play,
      tool('next', 'A step on (right)', () => clock.step(1)), loop),
    h('div.track', {}, slider, failures(show)),
    h('div.row.right', {}, h('span.clock', {}, field, h('span.unit', {}, `/ ${number(show.end, 4)} s`)), speed, rate));
}

function failures(show) {
  return show.runs.filter((run) => run.failed && began(run)).map((run) => {
    const share = show.end > show.start ? (run.failed.time - show.start) / (show.end - show.start) : 0;
    return h('span.failure', { title: `${run.name} failed here`, style: { left: `calc(${THUMB / 2}px + (100% - ${THUMB}px) * ${share})` } });
  });
}

// Says the time when it stands still.
export function makeVoice({ clock }) {
  const region = h('div.spoken', { role: 'status', 'aria-live': 'polite' });
  let due = null;
  const say = () => {
    due = null;
    if (!clock.playing) region.textContent = `Time ${number(clock.time, 4)} s`;
  };
  clock.on(() => {
    clearTimeout(due);
    due = clock.playing ? null : setTimeout(say, 500);
  });
  return region;
}
