// SPDX-License-Identifier: MIT
//
// Which curves are drawn and how: those that lie on one another, rounding, peaks, channels of what is picked, one channel
// over another.
import assert from 'node:assert/strict';
import { SAMPLES, sliderCrankAt } from '../sample/make.mjs';
import { near } from './page_test.mjs';
import { settle } from './browser.mjs';

const charts = (page) => page.evaluate(() => window.jourdain.charts());
const times = Array.from({ length: 1001 }, (_, n) => n / 1000);

// A page of plots only, with these functions of time.
function plots(functions, kind = 'output') {
  const show = SAMPLES.still();
  show.runs = [{ ...show.runs[0], samples: times, channels: Object.entries(functions).map(([name, f]) => ({ name, unit: 'N', kind, values: times.map(f) })) }];
  return show;
}

// How many pixels of the first chart have about the colour of each curve.
const pixels = (page) => page.evaluate(() => {
  const canvas = document.querySelector('.plot canvas'), { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return [...document.querySelectorAll('.entry .swatch')].map((swatch) => {
    const colour = getComputedStyle(swatch).color.match(/\d+/g).map(Number);
    let found = 0;
    for (let k = 0; k < data.length; k += 4) found += data[k + 3] > 128 && [0, 1, 2].every((c) => Math.abs(data[k + c] - colour[c]) < 40);
    return found;
  });
});

export const tests = {
  async 'curves that lie on one another are all seen'({ open, write }) {
    const wave = (t) => 80 * Math.sin(9 * t);
    const page = await open(write('equal', plots({ a: wave, b: wave, c: (t) => wave(t) + 1e-4, d: (t) => 30 * Math.cos(7 * t) })));
    const { dashes } = (await charts(page))[0];
    assert.deepEqual(dashes, [[], [10, 10], [5, 15], []]);
    const found = await pixels(page);
    assert.ok(found.length === 4 && found.every((count) => count > 60), `pixels: ${found}`);
  },

  async 'equal runs are told apart, and their difference is words'({ open, write }) {
    const show = SAMPLES.comparison();
    show.runs[1].channels = show.runs[0].channels;
    const page = await open(write('equal_runs', show)), list = await charts(page);
    assert.deepEqual(list.find(({ id }) => id === 'output:m').dashes[1], [10, 10]);
    assert.deepEqual(list.find(({ id }) => id === 'difference:m').curves, ['slider.x, penalty']);
    assert.match(await page.textContent('.equal'), /Equal to newton-euler but for rounding: .*slider\.x, minimal/);
  },

  async 'rounding about zero, or about a constant, is a straight line'({ open, write }) {
    const jitter = (t) => ((Math.round(t * 1000) * 7) % 11) - 5;
    const functions = {
      'kg*m/s': (t) => 1e-15 * jitter(t), rad: (t) => 1e-15 * Math.sin(7 * t), N: (t) => 24 + 1e-10 * jitter(t),
      'N*m': (t) => 1e-15 * Math.sin(7 * t), // a motion, however small
      W: (t) => 1e-12 * jitter(t), // a difference of large powers
    };
    const show = plots(functions);
    show.runs[0].channels.forEach((channel) => { channel.unit = channel.name; });
    const list = await charts(await open(write('straight', show))), heights = Object.fromEntries(list.map(({ id, high }) => [id.slice('output:'.length), high]));
    assert.deepEqual([heights['kg*m/s'], heights.rad, heights.W], [[-1, 1], [-1, 1], [-1, 1]]);
    near(heights.N[0], 21.6, 1e-6), near(heights.N[1], 26.4, 1e-6);
    assert.ok(heights['N*m'][1] > 1e-15 && heights['N*m'][1] < 1.2e-15, `${heights['N*m']}`);
  },

  async 'rounding is no plot from the start'({ open, write }) {
    const show = SAMPLES.planar(), drift = show.runs[0].channels.find(({ kind }) => kind === 'drift');
    drift.values = times.slice(0, 501).map((t, n) => 1e-16 * (n % 7));
    const page = await open(write('noise', show));
    assert.deepEqual((await charts(page)).map(({ id }) => id), ['output:m', 'output:m/s', 'output:rad', 'energy:J']);
    await page.click('.chooser summary');
    await page.check('.chooser label:has-text("drift.position") input');
    assert.equal((await charts(page)).at(-1).id, 'drift:m');
    const idle = await open(write('idle', plots({ energy: () => 0, 'energy.kinetic': () => 0 }, 'energy')));
    assert.equal((await charts(idle)).length, 0);
  },

  async 'a peak does not flatten the rest; it is told, and all can be seen'({ open, write }) {
    const page = await open(write('peak', plots({ jC: (t) => 50 * Math.sin(20 * t) + (Math.abs(t - 0.5) < 0.002 ? 1e5 : 0) })));
    const [{ high }] = await charts(page);
    assert.ok(high[1] < 150 && high[1] > 50 && high[0] < -50, high.join());
    assert.match(await page.textContent('.cut'), /Peaks cut: 1e5|Peaks cut: 100000|Peaks cut: 1\.00e5/);
    await page.click('.cut');
    await settle(page);
    assert.ok((await charts(page))[0].high[1] > 1e5);
    // What is no peak is whole.
    const step = await open(write('step', plots({ step: (t) => (t < 0.6 ? 0 : 1), slow: (t) => Math.exp(-30 * t) })));
    const [whole] = await charts(step);
    assert.ok(whole.high[0] < 0 && whole.high[1] > 1, whole.high.join());
    assert.equal(await step.isVisible('.cut'), false);
    // The file has what the page shows.
    const svg = await page.evaluate(() => window.jourdain.svg());
    assert.match(svg, /100000|1e5/);
  },

  async 'channels of what is picked are plotted by a click'({ open, write }) {
    const show = SAMPLES.planar();
    show.more = [[{ name: 'rod.accel', unit: 'rad/s^2', values: Array.from({ length: 241 }, (_, n) => n / 240) }]];
    const page = await open(write('more', show));
    await page.evaluate(() => window.jourdain.pick('rod'));
    assert.deepEqual(await page.locator('.chip').allTextContents(), ['x', 'y', 'angle', 'vx', 'vy', 'accel']);
    assert.equal(await page.locator('.chip[aria-pressed=true]').textContent(), 'angle');
    for (const name of ['y', 'accel']) await page.click(`.chip:text-is("${name}")`);
    assert.ok((await charts(page)).find(({ id }) => id === 'output:m').curves.includes('rod.y'));
    await page.evaluate(() => window.jourdain.setTime(0.3721));
    near(await page.evaluate(() => window.jourdain.value('rod.y')), sliderCrankAt(0.3721)[1][1], 1e-4);
    near(await page.evaluate(() => window.jourdain.value('rod.accel')), 0.3721, 1e-4);
    await page.evaluate(() => window.jourdain.pick('B'));
    await page.click('.chip:text-is("force.x")');
    assert.ok((await charts(page)).some(({ id, curves }) => id === 'output:N' && curves.includes('B.force.x')));
    await page.click('.chip:text-is("force.x")');
    assert.ok(!(await charts(page)).some(({ id }) => id === 'output:N'));
    assert.match(await page.evaluate(() => window.jourdain.csv().split('\n')[0]), /rod\.y \[m\]/);
  },

  async 'a channel is drawn over another'({ open, paths }) {
    const page = await open(paths.planar);
    await page.selectOption('[aria-label="Plots over"]', 'slider.x');
    const { range, high, curves } = (await charts(page)).find(({ id }) => id === 'output:m/s');
    assert.deepEqual(curves, ['slider.vx']);
    assert.ok(range[0] < 0.153 && range[0] > 0.1 && range[1] > 0.459 && range[1] < 0.52, range.join());
    assert.ok(high[0] < -0.9 && high[1] > 0.9, high.join());
    assert.match(await page.textContent('.chart figcaption'), /over slider\.x, m/);
    assert.ok((await charts(page)).some(({ id }) => id === 'energy:J'));
    await page.evaluate(() => window.jourdain.setTime(0.25));
    near(Number(await page.locator('.chart:has(.phase) .value').first().textContent()), -0.9613, 0.2);
    assert.match(await page.evaluate(() => window.jourdain.svg()), /slider\.x, m<\/text>/);
    await page.selectOption('[aria-label="Plots over"]', '');
    assert.deepEqual((await charts(page))[0].range, [0, 1]);
  },
};
