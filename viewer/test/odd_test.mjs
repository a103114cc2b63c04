// SPDX-License-Identifier: MIT
//
// Pages of unusual runs: those that fail together or between two samples, what flies far away, curves with many
// samples, data without what is usual.
import assert from 'node:assert/strict';
import { SAMPLES } from '../sample/make.mjs';
import { near } from './page_test.mjs';

const at = (page, t) => page.evaluate((time) => window.jourdain.setTime(time), t);
const failure = { time: 0.3105, text: 'it stands at a dead point', hint: null, code: 'run-stuck' };

// How many pixels of the picture are nearly of this colour.
const count = (page, colour) => page.evaluate(async (wanted) => {
  const image = new Image();
  image.src = window.jourdain.image();
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height }), ctx = canvas.getContext('2d');
  ctx.drawImage(image, 0, 0);
  const { data } = ctx.getImageData(0, 0, canvas.width, canvas.height);
  let found = 0;
  for (let n = 0; n < data.length; n += 4) found += [0, 1, 2].every((k) => Math.abs(data[n + k] - wanted[k]) < 12);
  return found;
}, [1, 3, 5].map((n) => parseInt(colour.slice(n, n + 2), 16)));

export const tests = {
  async 'a failure between two samples shows the values of the last'({ open, write }) {
    const show = SAMPLES.failed();
    show.runs[0].failed = failure;
    const page = await open(write('failed_between', show));
    await at(page, failure.time);
    const values = await page.locator('.entry .value').allTextContents();
    assert.ok(values.length > 0 && values.every((value) => Number.isFinite(Number(value))), values.join());
    near(await page.evaluate(() => window.jourdain.value('slider.x')), Number(values[0]), 1e-4);
  },

  async 'behind the end of a shorter run it has no values'({ open, write }) {
    const long = SAMPLES.planar(), short = SAMPLES.failed();
    const page = await open(write('shorter', { ...long, runs: [...long.runs, { ...short.runs[0], name: 'other', failed: failure }] }));
    await at(page, 0.9);
    assert.equal(await page.evaluate(() => Number.isNaN(window.jourdain.value('slider.x', 1))), true);
    assert.equal(await page.evaluate(() => Number.isFinite(window.jourdain.value('slider.x', 0))), true);
  },

  async 'runs that failed in the same way are told once'({ open, write }) {
    const show = SAMPLES.comparison();
    show.runs[0].failed = show.runs[1].failed = failure;
    const page = await open(write('failed_together', show));
    assert.equal(await page.locator('.banner .failed').count(), 1);
    assert.match(await page.textContent('.banner strong'), new RegExp(`${show.runs[0].name}, ${show.runs[1].name} failed`));
  },

  async 'packed numbers are what they were'({ open, write }) {
    const read = async (show, name) => (await open(write(name, show))).evaluate(() => {
      window.jourdain.setTime(0.37);
      return [...window.jourdain.pose('rod').slice(0, 2), ...window.jourdain.force('B')];
    });
    const show = SAMPLES.planar(), given = await read(show, 'given');
    for (const key of ['poses', 'forces']) {
      const floats = new Float32Array(Uint8Array.from(Buffer.from(show.runs[0][key].f4, 'base64')).buffer), width = key === 'poses' ? 3 : 2;
      const scale = Array.from({ length: width }, (_, c) => floats.reduce((most, v, n) => (n % width === c ? Math.max(most, Math.abs(v)) : most), 1e-9) / 32767);
      const packed = Int16Array.from(floats, (v, n) => Math.round((v - 0.5 * scale[n % width]) / scale[n % width]));
      show.runs[0][key] = { i2: Buffer.from(packed.buffer).toString('base64'), scale, offset: scale.map((s) => 0.5 * s) };
    }
    const found = await read(show, 'packed');
    assert.notDeepEqual(found, given);
    given.forEach((v, n) => near(found[n], v, 1e-3 * Math.max(0.1, Math.abs(v))));
  },

  async 'a joint that should meet and does not has a line over its gap'({ open, write }) {
    const show = SAMPLES.drawn();
    show.links[2].meets = true;
    const fits = await open(write('fits', show)), bad = await fits.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--bad').trim());
    const before = await count(fits, bad);
    show.links[2].i.pose = show.links[2].i.pose.map((v, n) => (n === 1 ? 0.1 : v));
    assert.ok((await count(await open(write('open', show)), bad)) > before + 20);
  },

  async 'what never ran offers no time to go to'({ open, paths }) {
    assert.equal(await (await open(paths.drawn)).locator('.banner button').count(), 0);
  },

  async 'a mechanism too far away to be seen is a dot'({ open, write }) {
    const show = SAMPLES.planar();
    for (const body of show.bodies) body.shapes = [];
    show.links = [];
    show.size = 1e-6;
    const page = await open(write('far', show)), colour = show.bodies[1].colour;
    assert.ok((await count(page, colour)) > 8);
    await page.evaluate(() => window.jourdain.set('concealed', new Set([1])));
    assert.equal(await count(page, colour), 0);
  },

  async 'what flies far has a floor of few lines, and can be zoomed out of'({ open, write }) {
    const show = SAMPLES.spatial();
    show.box = [[-1000, -1000, 0], [1000, 1000, 300]];
    const page = await open(write('flies', show));
    assert.ok((await page.evaluate(() => window.jourdain.floorLines())) < 60);
    show.box = SAMPLES.spatial().box;
    show.size *= 1e-3;
    const small = await open(write('small', show)), where = () => small.evaluate(() => window.jourdain.onPage('arm'));
    const [x, y] = await where(), box = await small.locator('.view').boundingBox(), middle = [box.x + box.width / 2, box.y + box.height / 2];
    await small.keyboard.press('-');
    const [u, v] = await where();
    assert.ok(Math.hypot(u - middle[0], v - middle[1]) < Math.hypot(x - middle[0], y - middle[1]) + 1e-6, 'farther is smaller');
  },

  async 'a steep curve with many samples has no stairs'({ open, write }) {
    const show = SAMPLES.still(), n = 4001, times = Array.from({ length: n }, (_, k) => k / (n - 1));
    show.runs = [{ ...show.runs[0], samples: times, channels: [{ name: 'steep', unit: 'm', kind: 'output', values: times.map((t) => Math.sin(40 * t)) }] }];
    const page = await open(write('steep', show));
    // On its way up the curve moves on by a share of a pixel in each row; stairs would stand still, and jump.
    const places = await page.evaluate(() => {
      const canvas = document.querySelector('.plot canvas'), { width, height } = canvas, { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
      const left = Math.round(window.jourdain.charts()[0].left - canvas.getBoundingClientRect().left);
      const blue = (x, y) => {
        const [r, , b, a] = data.subarray(4 * (y * width + x));
        return b - r > 40 ? ((b - r) * a) / 255 : 0;
      };
      return Array.from({ length: Math.round(height * 0.2) }, (_, n) => {
        const y = Math.round(height * 0.45) - n;
        let x = left, sum = 0, moment = 0;
        while (x < width && !blue(x, y)) x++;
        for (; blue(x, y); x++) (sum += blue(x, y)), (moment += x * blue(x, y));
        return moment / sum;
      });
    });
    const steps = places.slice(1).map((x, k) => x - places[k]), mean = steps.reduce((a, b) => a + b) / steps.length;
    assert.ok(mean > 0.05 && mean < 0.4, `steep: ${mean}`);
    assert.ok(steps.filter((step) => step < 0.05).length < 0.1 * steps.length, steps.map((step) => step.toFixed(2)).join());
  },

  async 'without any run in sight it says so'({ open, paths }) {
    const page = await open(paths.comparison);
    for (const box of await page.locator('.runs input').all()) await box.uncheck();
    assert.match(await page.textContent('.plots .note'), /No run is shown/);
  },

  async 'a page without forces for want of room says so'({ open, write }) {
    const show = SAMPLES.planar();
    for (const run of show.runs) run.forces = null;
    const page = await open(write('no_forces', show));
    assert.match(await page.textContent('.side'), /No force arrows/);
  },

  async 'what is usual may be left out of the data'({ open, write, paths }) {
    const space = SAMPLES.spatial();
    for (const body of space.bodies) for (const shape of body.shapes) delete shape.pose;
    await open(write('usual_space', space));
    const show = SAMPLES.planar();
    for (const thing of [...show.bodies, ...show.links]) for (const key of ['hidden', 'spans', 'ground', 'unique']) if (thing[key] === (key === 'unique')) delete thing[key];
    for (const body of show.bodies) for (const shape of body.shapes) ['pose', 'mesh', 'opacity'].forEach((key) => delete shape[key]);
    show.meshes = [];
    const bare = await open(write('usual', show)), whole = await open(paths.planar);
    for (const page of [bare, whole]) await page.evaluate(() => window.jourdain.set('force', true));
    assert.equal(await bare.evaluate(() => window.jourdain.image()), await whole.evaluate(() => window.jourdain.image()));
  },

  async 'a speed of one\'s own has neighbours'({ open, paths }) {
    const page = await open(paths.planar);
    for (const [from, key, to] of [[3, 'ArrowUp', 5], [3, 'ArrowDown', 2], [10, 'ArrowUp', 10]]) {
      await page.evaluate((speed) => window.jourdain.setSpeed(speed), from);
      await page.keyboard.press(key);
      assert.equal(await page.inputValue('[aria-label=Speed]'), String(to));
    }
  },
};
