// SPDX-License-Identifier: MIT
//
// For tests: the page filled with one show after another, without being loaded again.
import { build } from '../src/app.js';
import { decode } from '../src/data.js';

const frame = () => new Promise((done) => requestAnimationFrame(done));
let last = null;

// Bodies of which too little is seen at some of `instants` times, and how far the page is larger than its window.
window.look = async (text, instants, least) => {
  last?.clock.pause();
  last?.picture?.renderer?.dispose();
  last?.picture?.renderer?.forceContextLoss();
  const root = document.getElementById('app');
  root.replaceChildren();
  root.style.visibility = 'hidden'; // laid out, but not painted
  const show = decode(JSON.parse(text)), app = (last = build(show, root));
  if (app.picture) app.picture.draw = () => {}; // the census draws for itself
  // Laid out, and all in view.
  do await frame();
  while (app.picture && app.camera.width <= 1);
  const hidden = [], { scrollWidth, scrollHeight } = document.documentElement;
  const boxes = [root, ...root.querySelectorAll('main, .side, .plots')];
  for (let n = 0; n < instants && app.picture; n++) {
    app.clock.set(show.start + ((show.end - show.start) * n) / (instants - 1));
    app.picture.census().forEach((count, body) => {
      if (count !== null && count < least) hidden.push(`${show.bodies[body].name} at ${app.clock.time.toFixed(4)} s (${count})`);
    });
  }
  return { hidden, wide: Math.max(scrollWidth - innerWidth, ...boxes.map((box) => box.scrollWidth - box.clientWidth)), high: scrollHeight - innerHeight, pictured: !!app.picture, bodies: show.bodies.length };
};
