// SPDX-License-Identifier: MIT
//
// Pages by the program itself: bodies are where its traces say.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settle } from './browser.mjs';
import { near } from './page_test.mjs';

// Columns of a CSV file by name, without units.
function columns(path) {
  const [head, ...rows] = readFileSync(path, 'utf8').trim().split('\n').map((line) => line.split(','));
  return Object.fromEntries(head.map((name, n) => [name.replace(/ \[.*$/, ''), rows.map((row) => Number(row[n]))]));
}

async function compare({ open, program, folder, models }, model, bodies, channels, within) {
  const html = join(folder, `${model}.html`), csv = join(folder, `${model}.csv`), text = join(models, `${model}.jd`);
  execFileSync(program, ['view', text, '--out', html], { stdio: 'pipe' });
  execFileSync(program, ['run', text, '--quiet', '--out', csv, '--output', bodies.flatMap((body) => channels.map((channel) => `${body}.${channel}`)).join()], { stdio: 'pipe' });
  assert.ok(statSync(html).size < 2e6, 'under 2 MB');
  const trace = columns(csv), page = await open(html), times = trace[Object.keys(trace)[0]];
  for (const share of [0, 0.31, 0.5, 0.87, 1]) {
    const n = Math.round(share * (times.length - 1));
    await page.evaluate((t) => window.jourdain.setTime(t), times[n]);
    for (const body of bodies) {
      const pose = await page.evaluate((name) => window.jourdain.pose(name), body);
      channels.forEach((channel, axis) => near(pose[axis], trace[`${body}.${channel}`][n], within, `${model} ${body}.${channel} at ${times[n]}`));
    }
  }
}

// However long it should have been, what there is of it is shown.
async function early({ open, program, folder, models }) {
  const html = join(folder, 'early.html');
  try {
    execFileSync(program, ['view', join(models, '../test/bad/run-stuck.jd'), '--to', '1000', '--out', html], { stdio: 'pipe' });
  } catch (error) {
    assert.equal(error.status, 1);
  }
  const page = await open(html);
  const { frames, samples, end } = await page.evaluate(() => ({ frames: window.jourdain.show.runs[0].times.length, samples: window.jourdain.show.runs[0].samples.length, end: window.jourdain.show.end }));
  assert.ok(end < 1 && frames > 50 && samples > 50, `${frames} frames, ${samples} samples up to ${end}`);
  await page.click('.banner button');
  for (const value of await page.locator('.entry .value').allTextContents()) assert.ok(Number.isFinite(Number(value)), value);
}

// Middle and number of the pixels in crimson, the colour of the arrow.
const crimson = (page) => page.evaluate(async () => {
  const image = new Image(), sum = { count: 0, x: 0, y: 0 };
  image.src = window.jourdain.image();
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height }), ctx = canvas.getContext('2d');
  ctx.drawImage(image, 0, 0);
  const { data } = ctx.getImageData(0, 0, canvas.width, canvas.height);
  for (let n = 0; n < data.length; n += 4)
    if (data[n] > 190 && data[n + 1] < 60 && data[n + 2] < 100) {
      sum.count++;
      sum.x += (n / 4) % canvas.width;
      sum.y += Math.floor(n / 4 / canvas.width);
    }
  return { count: sum.count, x: sum.x / sum.count, y: sum.y / sum.count };
});

// The thrust on a boom that is lifted: the arrow goes up with it, and away with its tick.
async function follows({ open, program, folder, models }) {
  const html = join(folder, 'follows.html');
  execFileSync(program, ['view', join(models, 'hydraulic_boom.jd'), '--out', html], { stdio: 'pipe' });
  const page = await open(html), seen = [];
  for (const time of [0.1, 1.3]) {
    await page.evaluate((t) => window.jourdain.setTime(t), time);
    await settle(page);
    seen.push(await crimson(page));
  }
  const [low, high] = seen;
  assert.ok(low.count > 20 && high.count > 20, `${low.count} and ${high.count} pixels`);
  assert.ok(high.y < low.y - 10 && high.x < low.x, `from ${low.x}, ${low.y} to ${high.x}, ${high.y}`);
  await page.evaluate(() => window.jourdain.set('follows', false));
  await settle(page);
  const after = await crimson(page);
  assert.equal(after.count, 0);
}

// A crank of two lengths, in the plane and in space: each motion has its own bodies, and hidden ones make way.
async function variants({ open, program, folder }) {
  const html = join(folder, 'variants.html'), lengths = [0.15, 0.3];
  for (const space of ['planar', 'spatial']) {
    const z = space === 'spatial' ? ', 0' : '', text = join(folder, 'variants.jd');
    writeFileSync(text, `model crank\n${space}\nparam r = 1 m\npoint O = [0, 0${z}]\npoint A = [r, 0${z}]\n` +
      `body crank { link O A  shape rod  mass 1 kg }\njoint j : revolute ground -- crank at O${z && '  axis z'}\nstart j.rate = 3 rad/s\noutput j.angle\nrun to 1 s\n`);
    execFileSync(program, ['view', text, '--no-open', '--quiet', '--vary', 'r=150mm,300mm', '--out', html], { stdio: 'pipe' });
    const page = await open(html), names = await page.locator('fieldset.runs label span:nth-child(3)').allTextContents();
    assert.deepEqual(names, ['r = 150 mm', 'r = 300 mm']);
    // A place 0.25 m from the hinge is on the long crank, which can be picked when the short one is hidden.
    const first = page.locator('fieldset.runs label:nth-of-type(1) input'), middle = () => page.evaluate(() => window.jourdain.onPage('crank'));
    await page.evaluate(() => (window.jourdain.pause(), window.jourdain.setTime(0)));
    const near0 = await middle();
    await first.click();
    const far0 = await middle(), at = [0, 1].map((axis) => near0[axis] + ((far0[axis] - near0[axis]) * (0.25 - 0.075)) / 0.075);
    const picked = async () => (await page.mouse.click(...at), page.evaluate(() => window.jourdain.picked()));
    assert.equal(await picked(), 'crank', space);
    await page.evaluate(() => window.jourdain.pick(null));
    await first.click();
    assert.notEqual(await picked(), 'crank', space);
  }
}

export const tests = {
  'variants of a parameter have their own bodies': variants,
  'arrows of the model follow the run': follows,
  'a run that fails early shows its motion': early,
  'a planar page agrees with the trace': (context) => compare(context, 'slider_crank', ['crank', 'rod', 'slider'], ['x', 'y'], 2e-5),
  'a spatial page agrees with the trace': (context) => compare(context, 'bricard', ['rod1', 'rod3'], ['x', 'y', 'z'], 2e-4),
};
