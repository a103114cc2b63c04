// SPDX-License-Identifier: MIT
//
// The plots on sample data: time, zoom, files, comparison, long runs.
import assert from 'node:assert/strict';
import { sliderCrankAt } from '../sample/make.mjs';
import { saved, settle, spent } from './browser.mjs';
import { near } from './page_test.mjs';

const charts = (page) => page.evaluate(() => window.jourdain.charts());
const time = (page) => page.evaluate(() => window.jourdain.time);
const table = (text) => text.trim().split('\n').map((line) => line.split(','));

export const tests = {
  async 'the cursor of every chart is at the time'({ open, paths }) {
    const page = await open(paths.planar);
    for (const t of [0, 0.25, 0.9]) {
      await page.evaluate((to) => window.jourdain.setTime(to), t);
      for (const { cursor, width, range: [low, high] } of await charts(page)) near(cursor, (width * (t - low)) / (high - low), 1.5);
    }
    const value = await page.textContent('.entry .value');
    near(Number(value), sliderCrankAt(0.9)[2][0], 1e-4);
  },

  async 'a click in a chart goes to that time'({ open, paths }) {
    const page = await open(paths.planar), [chart] = await charts(page);
    await page.mouse.click(chart.left + chart.width * 0.4, chart.top + 40);
    near(await time(page), 0.4, 0.005);
  },

  async 'dragging zooms all charts, a double click shows all'({ open, paths }) {
    const page = await open(paths.planar), [chart] = await charts(page);
    await page.mouse.move(chart.left + chart.width * 0.25, chart.top + 40);
    await page.mouse.down();
    await page.mouse.move(chart.left + chart.width * 0.5, chart.top + 60, { steps: 5 });
    await page.mouse.up();
    await settle(page);
    for (const { range } of await charts(page)) {
      near(range[0], 0.25, 0.01);
      near(range[1], 0.5, 0.01);
    }
    assert.equal(await time(page), 0);
    await page.mouse.dblclick(chart.left + chart.width * 0.5, chart.top + 60);
    await settle(page);
    for (const { range } of await charts(page)) assert.deepEqual(range, [0, 1]);
    await page.click('[aria-label="Zoom in about the time"]');
    near((await charts(page))[0].range[1] - (await charts(page))[0].range[0], 0.5, 1e-9);
    await page.click('[aria-label="All of the time"]');
    assert.deepEqual((await charts(page))[0].range, [0, 1]);
  },

  async 'channels can be chosen and curves hidden'({ open, paths }) {
    const page = await open(paths.planar);
    await page.click('.chooser summary');
    await page.uncheck('.chooser label:has-text("slider.vx") input');
    assert.deepEqual((await charts(page)).map((chart) => chart.id), ['output:m', 'output:rad', 'energy:J', 'drift:m']);
    await page.click('.entry:has-text("rod.angle")');
    assert.equal(await page.getAttribute('.entry:has-text("rod.angle")', 'aria-pressed'), 'false');
  },

  async 'CSV holds the curves with all their samples'({ open, paths }) {
    const page = await open(paths.planar), file = await saved(page, () => page.click('[aria-label="Save the plots as CSV"]'));
    assert.equal(file.name, 'slider_crank.csv');
    const [head, ...rows] = table(file.bytes.toString());
    assert.deepEqual(head.slice(0, 3), ['time [s]', 'slider.x [m]', 'slider.vx [m/s]']);
    assert.equal(rows.length, 501);
    for (const row of rows) near(Number(row[1]), sliderCrankAt(Number(row[0]))[2][0], 1e-7);
  },

  async 'SVG is well formed and has every curve'({ open, paths }) {
    const page = await open(paths.planar), file = await saved(page, () => page.click('[aria-label="Save the plots as SVG"]'));
    assert.equal(file.name, 'slider_crank.svg');
    const found = await page.evaluate((text) => {
      const root = new DOMParser().parseFromString(text, 'image/svg+xml');
      return { error: root.querySelector('parsererror') !== null, curves: root.querySelectorAll('g path').length, words: [...root.querySelectorAll('text')].map((t) => t.textContent) };
    }, file.bytes.toString());
    assert.equal(found.error, false);
    assert.equal(found.curves, 7);
    for (const words of ['slider.x', 'Outputs, m', 'time, s', 'drift.position']) assert.ok(found.words.includes(words), words);
  },

  async 'PNG of plots and picture are pictures'({ open, paths }) {
    const page = await open(paths.planar);
    for (const button of ['Save the plots as PNG', 'Save the picture as PNG']) {
      const { bytes, name } = await saved(page, () => page.click(`[aria-label="${button}"]`));
      assert.equal(name, 'slider_crank.png');
      assert.equal(bytes.subarray(1, 4).toString(), 'PNG');
      assert.ok(bytes.readUInt32BE(16) > 500 && bytes.readUInt32BE(20) > 500 && bytes.length > 5000);
    }
  },

  async 'runs are compared: colours, switches, differences from the first'({ open, paths }) {
    const page = await open(paths.comparison);
    const before = await charts(page);
    assert.equal(before.find((chart) => chart.id === 'output:m').curves.length, 3);
    assert.deepEqual(before.find((chart) => chart.id === 'difference:m').curves, ['slider.x, minimal', 'slider.x, penalty']);
    const [head, ...rows] = table(await page.evaluate(() => window.jourdain.csv().replaceAll(/"[^"]*"/g, (text) => text.replaceAll(',', ';').replaceAll('"', ''))));
    const first = head.indexOf('slider.x; newton-euler [m]'), other = head.indexOf('slider.x; penalty [m]'), gap = head.indexOf('difference of slider.x; penalty from newton-euler [m]');
    assert.ok(first > 0 && other > 0 && gap > 0, head.join(' | '));
    for (const row of rows) near(Number(row[gap]), Number(row[other]) - Number(row[first]), 1e-7);
    await page.uncheck('.runs label:has-text("penalty") input');
    assert.equal((await charts(page)).find((chart) => chart.id === 'output:m').curves.length, 2);
    await page.evaluate(() => window.jourdain.setTime(0.2));
    const [a, b] = await page.evaluate(() => [window.jourdain.pose('slider', 0), window.jourdain.pose('slider', 2)]);
    near(a[0], sliderCrankAt(0.2)[2][0], 1e-6);
    near(b[0], sliderCrankAt(0.2, 0.02)[2][0], 1e-6);
  },

  async '100,000 samples stay usable'({ open, paths }) {
    const page = await open(paths.long);
    const { process, thread } = await spent(page, () => page.evaluate(() => { for (let n = 0; n < 50; n++) window.jourdain.setTime(n); }));
    assert.ok(process < 20, `${process} s to load`);
    assert.ok(thread / 50 < 0.03, `${thread / 50} s for a time`);
    await page.evaluate(() => window.jourdain.zoom([10, 11]));
    await settle(page);
    near((await charts(page))[0].range[1], 11, 1e-9);
    const size = await page.evaluate(() => window.jourdain.svg().length);
    assert.ok(size < 1e6, `${size} bytes of SVG`);
  },
};
