// SPDX-License-Identifier: MIT
//
// The page on sample data: time, picture, picking, keys, failures, comparison, many bodies, long runs.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sliderCrankAt, swingAt } from '../sample/make.mjs';
import { settle, spent } from './browser.mjs';

export const near = (a, b, within, what = '') => assert.ok(Math.abs(a - b) <= within, `${what} ${a} is not ${b} within ${within}`);
const at = (page, t) => page.evaluate((time) => window.jourdain.setTime(time), t);

// Different colours of the picture, on a coarse scale.
const colours = (page) => page.evaluate(async () => {
  const image = new Image();
  image.src = window.jourdain.image();
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height }), ctx = canvas.getContext('2d');
  ctx.drawImage(image, 0, 0);
  const { data } = ctx.getImageData(0, 0, canvas.width, canvas.height), seen = new Set();
  for (let n = 0; n < data.length; n += 4) seen.add(((data[n] >> 3) << 10) | ((data[n + 1] >> 3) << 5) | (data[n + 2] >> 3));
  return seen.size;
});

export const tests = {
  async 'an empty page says what fills it'({ open, paths }) {
    const page = await open(paths.empty);
    assert.match(await page.textContent('main'), /jourdain view/);
  },

  async 'the picture is not blank, in the plane and in space'({ open, paths }) {
    for (const name of ['planar', 'spatial', 'comparison', 'many']) assert.ok((await colours(await open(paths[name]))) > 24, name);
  },

  async 'it plays at once, pauses, and draws nothing while it stands'({ open, paths }) {
    const page = await open(paths.planar, { motion: true });
    assert.equal(await page.evaluate(() => window.jourdain.playing), true);
    const first = await page.evaluate(() => window.jourdain.time);
    await page.waitForFunction((t) => window.jourdain.time > t + 0.005, first);
    await page.click('.play');
    await settle(page);
    const frame = await page.evaluate(() => window.jourdain.frame());
    await page.waitForTimeout(250);
    assert.equal(await page.evaluate(() => window.jourdain.frame()), frame);
  },

  async 'velocities that were left out are the slopes of the positions'({ open, paths, folder }) {
    const bare = join(folder, 'bare_velocities.html'), whole = readFileSync(paths.planar, 'utf8');
    writeFileSync(bare, whole.replace(/"velocities":\{"f4":"[^"]*"\}/g, '"velocities":null'));
    const speeds = async (path) => (await open(path)).evaluate(() => [0.1, 0.33, 0.71].flatMap((t) => {
      window.jourdain.setTime(t);
      return [...window.jourdain.velocity('rod')];
    }));
    const given = await speeds(paths.planar), found = await speeds(bare);
    assert.notDeepEqual(found, given);
    given.forEach((v, n) => near(found[n], v, 0.02));
  },

  async 'with reduced motion it waits'({ open, paths }) {
    const page = await open(paths.planar);
    assert.equal(await page.evaluate(() => window.jourdain.playing), false);
    assert.equal(await page.evaluate(() => window.jourdain.time), 0);
  },

  async 'the slider and the field go to a time, and it is said'({ open, paths }) {
    const page = await open(paths.planar);
    await page.fill('input.time', '0.25');
    near(await page.evaluate(() => window.jourdain.time), 0.25, 1e-9);
    assert.equal(await page.getAttribute('input.time', 'aria-valuetext'), '0.250 seconds');
    await page.fill('input.now', '0,5');
    await page.press('input.now', 'Enter');
    near(await page.evaluate(() => window.jourdain.time), 0.5, 1e-9);
    await page.waitForFunction(() => /Time 0\.5 s/.test(document.querySelector('[role=status]').textContent));
  },

  async 'bodies of the plane are where the mechanism is, also between frames'({ open, paths }) {
    const page = await open(paths.planar);
    for (const t of [0, 0.125, 0.3333, 0.71234, 1]) {
      await at(page, t);
      for (const [n, name] of ['crank', 'rod', 'slider'].entries()) {
        const pose = await page.evaluate((body) => window.jourdain.pose(body), name), [x, y, angle] = sliderCrankAt(t)[n];
        near(pose[0], x, 1e-6, `${name}.x`);
        near(pose[1], y, 1e-6, `${name}.y`);
        near(await page.evaluate((body) => window.jourdain.angle(body), name), angle, 1e-5, `${name}.angle`);
      }
    }
  },

  async 'bodies in space are where the mechanism is, also between frames'({ open, paths }) {
    const page = await open(paths.spatial);
    for (const t of [0, 1.23456, 4.4, 6]) {
      await at(page, t);
      const pose = await page.evaluate(() => window.jourdain.pose('arm')), right = swingAt(t)[1];
      for (let n = 0; n < 3; n++) near(pose[n], right[n], 1e-5, `t ${t}, axis ${n}`);
      const same = [3, 4, 5, 6].reduce((sum, n) => sum + pose[n] * right[n], 0);
      near(Math.abs(same), 1, 1e-6, 'attitude');
    }
  },

  async 'a click picks what is there, a click beside it nothing'({ open, paths }) {
    for (const [name, bodies] of [['planar', ['rod', 'crank']], ['spatial', ['arm', 'column']], ['many', ['b20']]]) {
      const page = await open(paths[name]);
      await at(page, 0.1);
      for (const body of bodies) {
        const [x, y] = await page.evaluate((one) => window.jourdain.onPage(one), body);
        await page.mouse.click(x, y);
        assert.equal(await page.evaluate(() => window.jourdain.picked()), body);
        assert.equal(await page.textContent('.panel .name strong'), body);
      }
      const box = await page.locator('.view').boundingBox();
      await page.mouse.click(box.x + box.width / 2, box.y + box.height - 40);
      assert.equal(await page.evaluate(() => window.jourdain.picked()), null);
    }
  },

  async 'the list picks too; the picked one is followed'({ open, paths }) {
    const page = await open(paths.planar);
    await page.click('.names button:has-text("slider")');
    assert.equal(await page.evaluate(() => window.jourdain.picked()), 'slider');
    await page.click('.tools [aria-label^="Follow"]');
    const before = await page.evaluate(() => window.jourdain.onPage('slider'));
    await at(page, 0.4);
    const after = await page.evaluate(() => window.jourdain.onPage('slider'));
    near(after[0], before[0], 0.01);
  },

  async 'drag, wheel and buttons move the picture; fit brings it back'({ open, paths }) {
    for (const name of ['planar', 'spatial']) {
      const page = await open(paths[name]), body = name === 'planar' ? 'crank' : 'column';
      const where = () => page.evaluate((one) => window.jourdain.onPage(one), body);
      const start = await where(), box = await page.locator('.view').boundingBox();
      await page.mouse.move(box.x + 60, box.y + 300);
      await page.mouse.down();
      await page.mouse.move(box.x + 140, box.y + 330, { steps: 4 });
      await page.mouse.up();
      assert.notDeepEqual(await where(), start);
      await page.mouse.wheel(0, -200);
      await page.click('.tools [aria-label^="Nearer"]');
      await page.evaluate(() => window.jourdain.look(4));
      await page.click('.tools [aria-label^="Fit"]');
      const end = await where();
      near(end[0], start[0], 0.5);
      near(end[1], start[1], 0.5);
    }
  },

  async 'keys do what the help says'({ open, paths }) {
    const page = await open(paths.planar), state = (f) => page.evaluate(f);
    await page.keyboard.press('ArrowRight');
    near(await state(() => window.jourdain.time), 1 / 240, 1e-9);
    await page.keyboard.press('End');
    near(await state(() => window.jourdain.time), 1, 1e-12);
    await page.keyboard.press('ArrowLeft');
    near(await state(() => window.jourdain.time), 239 / 240, 1e-9);
    await page.keyboard.press('Home');
    assert.equal(await state(() => window.jourdain.time), 0);
    await page.keyboard.press('PageDown');
    near(await state(() => window.jourdain.time), 0.1, 1e-9);
    await page.keyboard.press(' ');
    assert.equal(await state(() => window.jourdain.playing), true);
    await page.keyboard.press(' ');
    assert.equal(await state(() => window.jourdain.playing), false);
    for (const [key, option] of [['j', 'glyphs'], ['n', 'names'], ['p', 'paths'], ['v', 'velocity'], ['r', 'force'], ['g', 'ghost'], ['d', 'grid'], ['a', 'axes'], ['y', 'gravity']]) {
      const before = await page.evaluate((one) => window.jourdain.get(one), option);
      await page.keyboard.press(key);
      assert.equal(await page.evaluate((one) => window.jourdain.get(one), option), !before, option);
    }
    await settle(page);
    await page.keyboard.press('b');
    await page.keyboard.press('b');
    assert.equal(await state(() => window.jourdain.picked()), 'crank');
    await page.keyboard.press('Escape');
    assert.equal(await state(() => window.jourdain.picked()), null);
    const far = await state(() => window.jourdain.onPage('crank'));
    await page.keyboard.press('+');
    assert.notDeepEqual(await state(() => window.jourdain.onPage('crank')), far);
    await page.keyboard.press('f');
    await page.keyboard.press('l');
    assert.equal(await page.getAttribute('[aria-label^="Loop"]', 'aria-pressed'), 'false');
    await page.keyboard.press('?');
    assert.equal(await page.locator('dialog').evaluate((dialog) => dialog.open), true);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('dialog').evaluate((dialog) => dialog.open), false);
  },

  async 'everything is reached by the tab key and seen when it is'({ open, paths }) {
    const page = await open(paths.spatial), seen = new Set();
    for (let n = 0; n < 60; n++) {
      await page.keyboard.press('Tab');
      const [name, outline] = await page.evaluate(() => {
        const e = document.activeElement;
        return e === document.body ? [] : [e.getAttribute('aria-label') ?? e.textContent, getComputedStyle(e).outlineStyle];
      });
      if (name === undefined) break;
      assert.notEqual(outline, 'none', `focus on ${name}`);
      seen.add(name);
    }
    for (const name of ['Play (space)', 'Time', 'Fit all (F)', 'Save the plots as CSV', 'Seen from']) assert.ok(seen.has(name), name);
  },

  async 'a failed run says so, is marked, and stops there'({ open, paths }) {
    const page = await open(paths.failed, { motion: true });
    assert.match(await page.textContent('.banner'), /dead point.*flywheel/s);
    assert.equal(await page.locator('.bar .failure').count(), 1);
    await page.evaluate(() => (window.jourdain.setTime(0.3), window.jourdain.setSpeed(10)));
    await page.waitForFunction(() => !window.jourdain.playing);
    near(await page.evaluate(() => window.jourdain.time), 0.31, 1e-12);
    await at(page, 0);
    await page.click('.banner button');
    near(await page.evaluate(() => window.jourdain.time), 0.31, 1e-12);
  },

  async 'without animation there are plots, tree and time'({ open, paths }) {
    const page = await open(paths.still);
    assert.equal(await page.locator('.view').count(), 0);
    assert.equal(await page.locator('.chart').count(), 5);
    await page.fill('input.time', '0.5');
    near(await page.evaluate(() => window.jourdain.value('slider.x')), sliderCrankAt(0.5)[2][0], 1e-6);
    assert.match(await page.textContent('.side'), /0\.153 m/);
  },

  async 'what never ran is shown as drawn, with the reason'({ open, paths }) {
    for (const [name, pictures] of [['drawn', 1], ['bare', 0]]) {
      const page = await open(paths[name], { motion: true });
      assert.equal(await page.locator('.view').count(), pictures);
      assert.match(await page.textContent('.side'), /does not close/);
      assert.equal(await page.isDisabled('.play'), true);
      assert.match(await page.textContent('.plots'), /No channel/);
    }
  },

  async 'without WebGL the rest works'({ open, paths }) {
    const script = 'const get = HTMLCanvasElement.prototype.getContext; HTMLCanvasElement.prototype.getContext = function (kind, ...more) { return /webgl/.test(kind) ? null : get.call(this, kind, ...more); };';
    const page = await open(paths.planar, { script });
    assert.match(await page.textContent('.view'), /WebGL/);
    assert.equal(await page.locator('.chart').count(), 5);
    await page.keyboard.press('End');
    near(await page.evaluate(() => window.jourdain.time), 1, 1e-12);
  },

  async '400 bodies take few draw calls and little time'({ open, paths }) {
    const page = await open(paths.many);
    const { thread } = await spent(page, () => page.evaluate(() => window.jourdain.placing(20)));
    assert.ok(thread / 20 < 0.03, `${thread / 20} s to place`);
    const { calls, triangles } = await page.evaluate(() => (window.jourdain.measure(3), { calls: window.jourdain.drawCalls(), triangles: window.jourdain.triangles() }));
    assert.ok(calls <= 12, `${calls} draw calls`);
    assert.ok(triangles > 0 && triangles < 400 * 200, `${triangles} triangles in a frame`);
    await page.fill('input[type=search]', 'b399');
    assert.equal(await page.locator('.names li:not([hidden])').count(), 1);
  },

  async 'light and dark: as the system says, and by the button'({ open, paths }) {
    const ground = (page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await open(paths.planar), dark = await open(paths.planar, { dark: true });
    assert.notEqual(await ground(light), await ground(dark));
    await light.keyboard.press('t');
    assert.equal(await ground(light), await ground(dark));
  },

  async 'a phone shows all without scrolling sideways; a finger picks'({ open, paths }) {
    for (const name of ['planar', 'comparison', 'failed', 'still']) {
      const page = await open(paths[name], { phone: true });
      const [wide, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      assert.ok(wide <= seen, `${name} is ${wide} wide on ${seen}`);
      if (name !== 'planar') continue;
      const [x, y] = await page.evaluate(() => window.jourdain.onPage('rod'));
      await page.touchscreen.tap(x, y);
      assert.equal(await page.evaluate(() => window.jourdain.picked()), 'rod');
    }
  },
};
