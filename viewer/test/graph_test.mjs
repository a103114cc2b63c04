// SPDX-License-Identifier: MIT
//
// The bond graph of a model: its picture in the side, large, and its causal paths.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const bond = (name, y) => `<g><title>${name}</title><path d="M0 ${y}L50 ${y}" stroke="#000"/></g>`;
const GRAPH = {
  svg: `<svg xmlns="http://www.w3.org/2000/svg" width="100pt" height="60pt" viewBox="0 0 100 60">${bond('b1', 10)}${bond('b2', 20)}${bond('b3', 30)}</svg>`,
  basis: false,
  paths: [{ text: 'class 1  a - b: b1.effort > b2.effort', bonds: ['b1', 'b2'] }, { text: 'class 4  cycle b3.flow', bonds: ['b3'] }],
};

const lit = (page, where) => page.$$eval(`${where} g.lit > title`, (titles) => titles.map((title) => title.textContent));

export const tests = {
  async 'a model with a bond graph shows it, and lights its causal paths'({ open, paths, folder }) {
    const file = join(folder, 'graph.html'), whole = readFileSync(paths.planar, 'utf8');
    const data = JSON.stringify(GRAPH).replaceAll('<', '\\u003c');
    writeFileSync(file, whole.replace('"title":', `"graph":${data},"title":`));
    const page = await open(file);
    assert.equal((await page.$$('button.sheet svg g')).length, 3);
    const buttons = await page.$$('details .body > .paths button.path');
    assert.equal(buttons.length, 2);
    await buttons[0].click();
    assert.deepEqual(await lit(page, 'button.sheet'), ['b1', 'b2']);
    await buttons[1].click();
    assert.deepEqual(await lit(page, 'button.sheet'), ['b3']);
    await buttons[1].click();
    assert.deepEqual(await lit(page, 'button.sheet'), []);
    await page.click('button.sheet');
    assert.equal(await page.$eval('dialog.graph', (dialog) => dialog.open), true);
    await page.click('dialog.graph .paths button.path');
    assert.deepEqual(await lit(page, 'dialog.graph'), ['b1', 'b2']);
    assert.deepEqual(page.problems, []);
  },

  async 'a model without one has no such panel'({ open, paths }) {
    const page = await open(paths.planar);
    assert.equal(await page.$('button.sheet'), null);
  },
};
