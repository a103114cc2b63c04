// SPDX-License-Identifier: MIT
//
// The bond graph of a model: its picture in the side, large, and its causal paths; the multibond graph of a mechanism
// in boxes beside the picture.
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

// A crank that turns about a point: bodies, a joint, a force; names are those of the sample in the plane.
const node = (part, name, type, more = {}) => ({ name, type, part, ...more });
const way = (n, from, to, domain, more = {}) => ({ name: `b${n}`, from, to, stroke: to, domain, ...more });
const turn = (n, from, to, more) => way(n, from, to, 'rotational', more), move = (n, from, to) => way(n, from, to, 'translational', { dimension: 2 });
const BOXES = {
  parts: [{ kind: 'body', name: 'ground' }, { kind: 'body', name: 'crank' }, { kind: 'joint', name: 'A' }, { kind: 'force', name: 'spring' }],
  nodes: [
    node(0, 'ground_v', 'one'), node(0, 'ground_w', 'one'), node(0, 'ground_rests', 'Sf', { value: '[0, 0]' }),
    node(1, 'crank_w', 'one'), node(1, 'crank_I', 'I', { value: '0.5' }), node(1, 'crank_v', 'one'), node(1, 'crank_m', 'I', { value: '[[2, 0], [0, 2]]' }), node(1, 'crank_X', 'TF'),
    node(2, 'A_speed', 'one'), node(2, 'A_L', 'MSe', { value: 'holds' }), node(2, 'A_spin', 'one'), node(2, 'A_R', 'R', { parasitic: true }), node(3, 'spring_C', 'C', { value: '0.1' }),
  ],
  bonds: [
    move(1, 'ground_rests', 'ground_v'), turn(2, 'crank_w', 'crank_I'), move(3, 'crank_v', 'crank_m'), turn(4, 'crank_w', 'crank_X'), move(5, 'crank_X', 'crank_v'),
    move(6, 'ground_v', 'A_speed'), move(7, 'crank_v', 'A_speed'), move(8, 'A_speed', 'A_L'), turn(9, 'ground_w', 'A_spin', { stroke: undefined }), turn(10, 'crank_w', 'A_spin'),
    turn(11, 'A_spin', 'A_R'), turn(12, 'A_spin', 'spring_C'),
  ],
};

async function boxed({ open, paths, folder }, options) {
  const file = join(folder, 'boxes.html'), whole = readFileSync(paths.planar, 'utf8');
  writeFileSync(file, whole.replace('"title":', `"boxes":${JSON.stringify(BOXES)},"title":`));
  return open(file, options);
}

const opened = (page) => page.$$eval('.box.open', (boxes) => boxes.map((box) => box.dataset.part).sort().join());
const box = (name) => `.box .head[aria-label^="${name},"]`;

// Whether some of these overlap, by a pixel and more.
const overlaps = (page, selector) => page.$$eval(selector, (all) => {
  const at = all.map((one) => one.getBoundingClientRect());
  return at.some((a, n) => at.some((b, m) => m < n && a.left + 1 < b.right && b.left + 1 < a.right && a.top + 1 < b.bottom && b.top + 1 < a.bottom));
});

export const tests = {
  async 'boxes of a multibond graph stand beside the picture and open'(context) {
    for (const options of [{}, { dark: true }, { phone: true }]) {
      const page = await boxed(context, options);
      assert.equal(await page.locator('.boxpane').isVisible(), false);
      await page.click('button[aria-label^="Multibond graph"]');
      assert.equal(await page.locator('.boxpane').isVisible(), true);
      assert.equal(await page.locator('.view').isVisible(), true);
      assert.equal((await page.$$('.boxgraph .box')).length, 4);
      assert.equal((await page.$$('.boxgraph .node')).length, 0);
      assert.deepEqual(await page.$$eval('.boxgraph .bond', (all) => all.map((one) => one.dataset.name)), ['b6', 'b7', 'b9', 'b10', 'b12']);
      await page.click('.boxpane button:text-is("Open all")');
      assert.equal((await page.$$('.boxgraph .node')).length, BOXES.nodes.length);
      assert.equal((await page.$$('.boxgraph .bond')).length, BOXES.bonds.length);
      assert.equal(await overlaps(page, '.boxgraph .frame'), false);
      assert.equal(await overlaps(page, '.boxgraph .type'), false);
      await page.click('.boxpane button:text-is("Close all")');
      assert.equal(await opened(page), '');
      assert.deepEqual(page.problems, []);
    }
  },

  async 'what is picked opens in the graph, and a box that opens is picked'(context) {
    const page = await boxed(context);
    await page.keyboard.press('m');
    await page.evaluate(() => window.jourdain.pick('A'));
    assert.equal(await opened(page), '2');
    assert.equal(await page.$eval('.box.picked', (one) => one.dataset.part), '2');
    await page.click(box('crank'));
    assert.equal(await page.evaluate(() => window.jourdain.picked()), 'crank');
    assert.equal(await opened(page), '1,2');
    await page.focus(box('spring'));
    await page.keyboard.press('Enter');
    assert.equal(await page.evaluate(() => window.jourdain.picked()), 'spring');
    await page.keyboard.press('Enter');
    assert.equal(await opened(page), '1,2');
    await page.evaluate(() => window.jourdain.pick('slider')); // which has no box
    assert.equal(await page.$('.box.picked'), null);
    await page.click('[data-name="crank_m"]');
    assert.equal(await page.textContent('.said'), 'crank_m: I [[2, 0], [0, 2]]');
    await page.dispatchEvent('[data-name="b7"] .near', 'click');
    assert.match(await page.textContent('.said'), /^b7: translation: force and velocity; 2 components; the effort is given to the end with the half arrow/);
    await page.click('button[aria-label="Panel of the plots"]');
    assert.equal(await page.locator('.boxpane').isVisible(), false);
    assert.equal(await page.locator('.plots').isVisible(), true);
  },

  async 'rotation is purple and translation green, on light paper and in the dark'(context) {
    for (const dark of [false, true]) {
      const page = await boxed(context, { dark });
      await page.evaluate(() => window.jourdain.graph(true));
      const [turns, moves] = await page.evaluate(() => ['b10', 'b7'].map((name) => getComputedStyle(document.querySelector(`[data-name="${name}"] .line`)).stroke.match(/\d+/g).map(Number)));
      assert.ok(turns[2] > turns[1] + 40 && turns[0] > turns[1] + 30, `rotation: ${turns}`);
      assert.ok(moves[1] > moves[0] + 40 && moves[1] > moves[2] + 30, `translation: ${moves}`);
    }
  },

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

  async 'the bond graph does not glare in the dark'({ open, folder }) {
    for (const dark of [false, true]) {
      const page = await open(join(folder, 'graph.html'), { dark }), box = await (await page.$('button.sheet')).boundingBox();
      const shot = await page.screenshot({ clip: { x: box.x + 4, y: box.y + 4, width: 4, height: 4 } });
      const light = await page.evaluate(async (data) => {
        const image = new Image(), canvas = document.createElement('canvas');
        image.src = `data:image/png;base64,${data}`;
        await image.decode();
        const paint = canvas.getContext('2d');
        paint.drawImage(image, 0, 0);
        return paint.getImageData(1, 1, 1, 1).data[0];
      }, shot.toString('base64'));
      assert.ok(dark ? light < 60 : light > 240, `${dark ? 'dark' : 'light'}: ${light}`);
    }
  },

  async 'a model without one has no such panel'({ open, paths }) {
    const page = await open(paths.planar);
    assert.equal(await page.$('button.sheet'), null);
    assert.equal(await page.$('.boxpane'), null);
  },
};
