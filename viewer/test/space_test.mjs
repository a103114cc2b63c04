// SPDX-License-Identifier: MIT
//
// The picture in space: shadows on the floor, and what is under the pointer is seen through.
import assert from 'node:assert/strict';
import { anchorLines } from '../src/ground.js';
import { cross, dot, length, sub } from '../src/space.js';
import { settle } from './browser.mjs';

// How many pixels of the picture differ between two states of the page.
const changed = (page, before) => page.evaluate(async (first) => {
  const bytes = async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height }), ctx = canvas.getContext('2d');
    ctx.drawImage(image, 0, 0);
    return ctx.getImageData(0, 0, canvas.width, canvas.height).data;
  };
  const [a, b] = [await bytes(first), await bytes(window.jourdain.image())];
  let darker = 0, other = 0;
  for (let n = 0; n < a.length; n += 4) {
    darker += b[n] < a[n] - 12 && b[n + 1] < a[n + 1] - 12 && b[n + 2] < a[n + 2] - 12;
    other += Math.abs(a[n] - b[n]) + Math.abs(a[n + 1] - b[n + 1]) + Math.abs(a[n + 2] - b[n + 2]) > 30;
  }
  return { darker, other };
}, before);

export const tests = {
  async 'a spring in space hangs on a plate across it, and on nothing where a joint stands'() {
    const side = (body, x, y, z) => ({ body, pose: [x, y, z, 1, 0, 0, 0] });
    const spring = { i: side(1, 0, 0, 0), j: side(0, 1, 2, 3), ground: true, spans: true, kind: 'force' };
    const motion = { filmed: true, pose: () => [4, -1, 1, 1, 0, 0, 0] }, show = { start: 0, unit: 0.1, links: [spring] };
    const [rim, ...strokes] = anchorLines(show, motion, spring), way = sub([4, -1, 1], [1, 2, 3]);
    const points = Array.from({ length: 4 }, (_, n) => rim.slice(3 * n, 3 * n + 3));
    for (const [n, p] of points.entries()) {
      assert.ok(Math.abs(dot(sub(p, [1, 2, 3]), way)) < 1e-12, 'the plate leans');
      assert.ok(Math.abs(length(sub(p, points[(n + 1) % 4])) - 0.28) < 1e-12, 'the plate is no square');
    }
    assert.ok(length(cross(sub(points[1], points[0]), way)) > 0 && strokes.length === 3);
    const hinge = { i: side(0, 1, 2, 3), j: side(1, 0, 0, 0), ground: true, kind: 'joint' };
    assert.deepEqual(anchorLines({ ...show, links: [spring, hinge] }, motion, spring), []);
    assert.deepEqual(anchorLines(show, motion, { ...spring, couples: true }), []);
  },
  async 'in space shadows fall on the floor, and what is under the pointer is seen through'({ open, paths }) {
    const page = await open(paths.spatial);
    await page.evaluate(() => window.jourdain.set('shadows', false));
    const bare = await page.evaluate(() => window.jourdain.image());
    await page.evaluate(() => window.jourdain.set('shadows', true));
    const { darker } = await changed(page, bare);
    assert.ok(darker > 300, `${darker} pixels are darker`);
    const still = await page.evaluate(() => window.jourdain.image());
    const [x, y] = await page.evaluate(() => window.jourdain.onPage('column'));
    await page.mouse.move(x, y);
    await settle(page);
    assert.deepEqual(await page.evaluate(() => window.jourdain.get('hovered')), { kind: 'body', index: 1 });
    assert.ok((await changed(page, still)).other > 200);
    const counts = await page.evaluate(() => window.jourdain.census());
    assert.ok(counts[0] === null && counts[1] > 100 && counts[2] > 100, counts.join());
  },
};
