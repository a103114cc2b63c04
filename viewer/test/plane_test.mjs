// SPDX-License-Identifier: MIT
//
// The picture in the plane: drawn without WebGL, bearings and drives as `draw` has them, nothing hides another wholly.
import assert from 'node:assert/strict';
import { circle } from '../sample/parts.mjs';
import { SAMPLES } from '../sample/make.mjs';
import { beltLines } from '../src/belt.js';
import { near } from './page_test.mjs';
import { settle } from './browser.mjs';

const NO_WEBGL = 'const get = HTMLCanvasElement.prototype.getContext; HTMLCanvasElement.prototype.getContext = function (kind, ...more) { return /webgl/.test(kind) ? null : get.call(this, kind, ...more); };';

// Pixels of the picture that are nearly of each of these colours.
export const count = (page, colours) => page.evaluate(async (wanted) => {
  const image = new Image();
  image.src = window.jourdain.image();
  await image.decode();
  const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height }), ctx = canvas.getContext('2d');
  ctx.drawImage(image, 0, 0);
  const { data } = ctx.getImageData(0, 0, canvas.width, canvas.height);
  return wanted.map(([r, g, b]) => {
    let found = 0;
    for (let n = 0; n < data.length; n += 4) found += Math.abs(data[n] - r) + Math.abs(data[n + 1] - g) + Math.abs(data[n + 2] - b) < 24;
    return found;
  });
}, colours.map((colour) => [1, 3, 5].map((n) => parseInt(colour.slice(n, n + 2), 16))));

const face = (colour) => `#${[1, 3, 5].map((n) => Math.round(255 * 0.7 + parseInt(colour.slice(n, n + 2), 16) * 0.3).toString(16).padStart(2, '0')).join('')}`;

// How far a point lies from the line of a belt, across it, seen along the line.
const off = ([x1, y1, , x2, y2], [x, y], stretch) => {
  const way = [(x2 - x1) * stretch, y2 - y1], size = Math.hypot(...way);
  return ((x - x1 * stretch) * way[1] - (y - y1) * way[0]) / size;
};

export const tests = {
  'belts touch both wheels, crossed ones between them'() {
    for (const [a, b] of [[0.1, 0.3], [0.3, -0.1], [0.2, 0.2]]) {
      const lines = beltLines([a, b], 1.5);
      assert.equal(lines.length, 2);
      for (const line of lines) {
        const first = off(line, [0, 0], 1.5), second = off(line, [1.5, 0], 1.5);
        near(Math.abs(first), Math.abs(a), 1e-12, 'a tangent of the first');
        near(Math.abs(second), Math.abs(b), 1e-12, 'a tangent of the second');
        assert.equal(first * second < 0, b < 0);
      }
    }
    assert.deepEqual(beltLines([0.5, 0.1], 0.3), []);
  },

  async 'a joint whose points are apart has a dashed line between them'({ open, write }) {
    const show = SAMPLES.planar(), pose = [0, 0, 0, 1, 0, 0, 0];
    const joined = { index: 0, name: 'rope', kind: 'joint', hidden: false, facts: [], i: { body: 1, pose }, j: { body: 3, pose }, spans: false, couples: false, lines: [], solids: [], ground: false, force: null, unique: true };
    const pictureOf = async (name, link) => {
      show.links = [{ ...joined, ...link }];
      return (await open(write(name, show))).evaluate(() => window.jourdain.image());
    };
    assert.notEqual(await pictureOf('tied', { tied: true }), await pictureOf('untied', {}));
    const atOnce = { i: { body: 3, pose } };
    assert.equal(await pictureOf('tied_at_once', { ...atOnce, tied: true }), await pictureOf('at_once', atOnce));
  },

  async 'a belt goes along with its wheels, a wheel shows that it turns'({ open, write }) {
    const show = SAMPLES.planar(), ink = '#323a45', wheel = (radius) => [circle(radius)];
    show.bodies[1].shapes[0].outline = wheel(0.05);
    show.bodies[3].shapes[0].outline = wheel(0.08);
    const pose = [0, 0, 0, 1, 0, 0, 0], ends = { i: { body: 1, pose }, j: { body: 3, pose } };
    const joined = { name: 'loop', kind: 'joint', hidden: false, facts: [], ...ends, spans: true, couples: true, lines: [[0, 0, 0, 1, 0, 0]], solids: [], ground: false, force: null, unique: true };
    show.links = [];
    const bare = await count(await open(write('no_belt', show)), [ink]);
    show.links = [{ ...joined, index: 0, wheels: [0.05, 0.08] }];
    const page = await open(write('belt', show)), [drawn] = await count(page, [ink]);
    assert.ok(drawn > bare[0] + 150, `${bare[0]} pixels without a belt, ${drawn} with it`);
    const first = await page.evaluate(() => window.jourdain.image());
    await page.evaluate(() => window.jourdain.setTime(0.3));
    assert.notEqual(await page.evaluate(() => window.jourdain.image()), first);
  },

  async 'a planar page moves and picks without WebGL'({ open, paths }) {
    const page = await open(paths.planar, { script: NO_WEBGL });
    const show = SAMPLES.planar();
    const found = await count(page, show.bodies.slice(1).map(({ colour }) => face(colour)));
    assert.ok(found.every((pixels) => pixels > 300), `pixels of the faces: ${found}`);
    const before = await page.evaluate(() => window.jourdain.image());
    await page.evaluate(() => window.jourdain.setTime(0.2));
    assert.notEqual(await page.evaluate(() => window.jourdain.image()), before);
    const [x, y] = await page.evaluate(() => window.jourdain.onPage('rod'));
    await page.mouse.click(x, y);
    assert.equal(await page.evaluate(() => window.jourdain.picked()), 'rod');
    for (const key of ['p', 'g', 'v', 'r', 'n']) await page.keyboard.press(key);
    await settle(page);
    assert.equal(await page.isVisible('.missing'), false);
  },

  async 'smaller bodies lie over larger ones; one under the pointer is seen through'({ open, write }) {
    const show = SAMPLES.planar(), plate = show.bodies[2];
    // The rod becomes a plate that covers the crank, and it comes behind it in the model.
    plate.shapes[0].outline = [[-0.4, -0.3, 0.4, -0.3, 0.4, 0.3, -0.4, 0.3]];
    const page = await open(write('covered', show)), crank = face(show.bodies[1].colour);
    const [seen] = await count(page, [crank]);
    assert.ok(seen > 300, `${seen} pixels of the crank`);
    // A body as large as another, right behind it, is seen when the pointer comes.
    show.bodies[1].shapes[0].outline = [[-0.41, -0.2, 0.39, -0.2, 0.39, 0.2, -0.41, 0.2]];
    plate.shapes[0].outline = [[-0.1, -0.1, 0.1, -0.1, 0.1, 0.1, -0.1, 0.1]];
    const other = await open(write('hovered', show)), [x, y] = await other.evaluate(() => window.jourdain.onPage('rod'));
    const [before] = await count(other, [face(plate.colour)]);
    await other.mouse.move(x, y + 8);
    await settle(other);
    assert.deepEqual(await other.evaluate(() => window.jourdain.get('hovered')), { kind: 'body', index: 2 });
    const [after] = await count(other, [face(plate.colour)]);
    assert.ok(after < before / 2, `${before} pixels of the plate, ${after} under the pointer`);
    await other.mouse.move(5, 5);
    await settle(other);
    assert.equal(await other.evaluate(() => window.jourdain.get('hovered')), null);
  },

  async 'a pin on the ground has its triangle, a drive its arrow'({ open, write }) {
    const show = SAMPLES.planar();
    const ground = async (name) => count(await open(write(name, show)), ['#dee0e3', '#c8551b']);
    show.bodies[2].colour = '#777777';
    for (const shape of show.bodies[2].shapes) shape.colour = '#777777';
    const bare = await ground('no_pin');
    show.links[0].pin = true;
    show.links[0].act = { kind: 'turn', way: [0, 0, 1] };
    const whole = await ground('pin');
    assert.ok(whole[0] > bare[0] + 25, `triangle: ${bare[0]}, ${whole[0]}`);
    assert.ok(whole[1] > bare[1] + 30, `arrow: ${bare[1]}, ${whole[1]}`);
    show.links[0].act = { kind: 'slide', way: [1, 0, 0] };
    assert.ok((await ground('slide'))[1] > bare[1] + 30);
  },

  async 'a guide is seen where there is no room for symbols'({ open, write }) {
    const show = SAMPLES.planar();
    show.unit /= 100;
    show.links[3].ground = true;
    const page = await open(write('small_symbols', show)), image = () => page.evaluate(() => window.jourdain.image());
    const seen = await image();
    await page.evaluate(() => window.jourdain.set('glyphs', false));
    await settle(page);
    assert.notEqual(await image(), seen);
  },
};
