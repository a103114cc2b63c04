// SPDX-License-Identifier: MIT
//
// Where things are on the page, on a desk and on a phone: nothing beyond the window, what matters first; and what is
// said of speed and of runs that never began.
import assert from 'node:assert/strict';
import { SAMPLES } from '../sample/make.mjs';
import { settle } from './browser.mjs';

const size = (page) => page.evaluate(() => {
  const root = document.documentElement, boxes = [root, document.querySelector('main'), ...document.querySelectorAll('.side, .plots')];
  return { high: root.scrollHeight - innerHeight, wide: Math.max(root.scrollWidth - innerWidth, ...boxes.map((box) => box.scrollWidth - box.clientWidth)) };
});

// Names, texts and numbers that do not fit.
function wordy() {
  const show = SAMPLES.comparison(), long = (text) => `${text}_of_the_third_cylinder_of_the_left_bank_of_the_engine_in_the_basement`;
  for (const thing of [...show.bodies, ...show.links, ...show.points]) thing.name = long(thing.name);
  for (const link of show.links) link.facts = [['between', `${long('crank')} and ${long('rod')}`]];
  for (const run of show.runs) for (const channel of run.channels) channel.name = long(channel.name);
  show.title = long(show.title);
  show.parameters = [{ name: long('r'), value: '0.153 m', text: '153 mm' }];
  show.messages.push({ ...show.messages[0], text: `these are not unique: ${Array.from({ length: 60 }, (_, n) => `j${n}.force.x`).join(', ')}`, source: long(long(long('joint'))) });
  return show;
}

export const tests = {
  async 'the page is not larger than its window, however long names are'({ open, paths, write }) {
    for (const path of [paths.failed, write('wordy', wordy())])
      for (const phone of [false, true]) {
        const page = await open(path, { phone });
        for (const opened of [false, true]) {
          await page.evaluate((on) => document.querySelectorAll('details').forEach((one) => (one.open = on || one.open)), opened);
          const { high, wide } = await size(page);
          assert.ok(high <= 0 && wide <= 0, `${path}${phone ? ', phone' : ''}: ${high} too high, ${wide} too wide`);
        }
        const { x, y } = await page.locator('.plots').boundingBox();
        if (!phone) await page.mouse.move(x + 40, y + 80), await page.mouse.wheel(0, 4000);
        assert.deepEqual(await page.evaluate(() => [scrollX, scrollY]), [0, 0]);
      }
  },

  async 'on a phone the picture stays while the rest goes by'({ open, paths }) {
    const page = await open(paths.planar, { phone: true }), top = () => page.locator('.view').evaluate((view) => view.getBoundingClientRect().top);
    const before = await top();
    await page.evaluate(() => document.querySelector('main').scrollTo(0, 900));
    assert.equal(await top(), before);
    assert.ok((await page.locator('.bar').evaluate((bar) => bar.getBoundingClientRect().bottom - innerHeight)) <= 0);
  },

  async 'on a phone nothing moves behind the tools'({ open, paths }) {
    for (const path of [paths.planar, paths.spatial]) {
      const page = await open(path, { phone: true });
      await page.setViewportSize({ width: 390, height: 480 }); // the mechanism takes all of the height
      await settle(page);
      const drawn = await page.evaluate(async () => {
        const { jourdain } = window, { start, end } = jourdain.show, tools = document.querySelector('.tools'), view = document.querySelector('.view'), rows = [];
        for (const option of ['grid', 'axes', 'gravity', 'names']) jourdain.set(option, false);
        for (let n = 0; n < 8; n++) {
          jourdain.setTime(start + (n / 7) * (end - start));
          const image = new Image();
          image.src = jourdain.image();
          await image.decode();
          const high = Math.floor(((tools.offsetTop + tools.offsetHeight) / view.clientHeight) * image.height), canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: high });
          const ctx = canvas.getContext('2d');
          ctx.drawImage(image, 0, 0);
          const pixels = new Uint32Array(ctx.getImageData(0, 0, image.width, high).data.buffer);
          rows.push(pixels.findIndex((pixel) => pixel !== pixels[0]));
        }
        return rows;
      });
      assert.deepEqual(drawn, Array(8).fill(-1), path);
      // Without tools all stands higher: those of the plane are narrower, and count as well.
      const low = await page.evaluate(() => window.jourdain.onPage(window.jourdain.show.bodies[1].name)[1]);
      await page.addStyleTag({ content: '.tools { display: none }' });
      await page.setViewportSize({ width: 390, height: 481 });
      await settle(page);
      const high = await page.evaluate(() => window.jourdain.onPage(window.jourdain.show.bodies[1].name)[1]);
      assert.ok(low > high + 40, `${path}: ${low} pixels from the top, ${high} without tools`);
    }
  },

  async 'the check tells what was said; its numbers and long lists wait'({ open, write }) {
    const page = await open(write('wordy_check', wordy()), { phone: true });
    const panels = await page.locator('.side > .panel > summary h2').allTextContents();
    assert.ok(panels.indexOf('Model') < panels.indexOf('Check'), panels.join());
    const check = page.locator('.panel:has(> summary h2:text-is("Check"))');
    assert.match(await check.locator('> summary').textContent(), /2 warnings/);
    assert.equal(await check.evaluate((panel) => panel.open), true);
    assert.equal(await check.locator('.branch').evaluate((branch) => branch.open), false);
    const list = check.locator('p:has-text("not unique")'), high = () => list.evaluate((one) => one.clientHeight);
    const before = await high();
    assert.ok(before < 120, `${before} pixels`);
    await check.locator('button:text-is("More")').click();
    assert.ok((await high()) > before + 20);
  },

  async 'a run that never began is not said to have failed'({ open, write }) {
    const never = SAMPLES.drawn(), failure = { time: 0, text: 'the loop A-B-C-D does not close', hint: null, code: 'loop-open' };
    never.runs[0].failed = failure;
    const one = await open(write('never', never));
    assert.match(await one.textContent('.banner'), /The run did not begin: the loop/);
    assert.doesNotMatch(await one.textContent('#app'), /run failed/);
    const both = SAMPLES.comparison();
    both.runs[1] = { ...both.runs[1], times: [0], poses: both.runs[1].poses, velocities: null, forces: null, samples: [], failed: failure, channels: both.runs[1].channels.map((channel) => ({ ...channel, values: [] })) };
    both.runs[1].poses = SAMPLES.drawn().runs[0].poses;
    both.runs[2].failed = { ...failure, time: 0.5 };
    const page = await open(write('never_both', both));
    const said = (await page.locator('.banner strong').allTextContents()).join('|');
    assert.equal(said, 'minimal did not begin: |penalty failed: ');
    assert.equal(await page.locator('.bar .failure').count(), 1);
  },

  async 'real time is offered, and each speed says how much slower or faster it plays'({ open, paths, write }) {
    const page = await open(paths.planar), speeds = () => page.locator('[aria-label=Speed] option:not([hidden])').allTextContents();
    assert.deepEqual(await speeds(), ['400 × slower', '160 × slower', '80 × slower', '40 × slower', '16 × slower', '8 × slower', '4 × slower', '1.6 × slower', 'real time', '1.25 × faster']);
    const chosen = () => page.locator('[aria-label=Speed]').evaluate((list) => list.selectedOptions[0]?.textContent);
    assert.equal(await chosen(), '8 × slower');
    await page.keyboard.press('0');
    assert.equal(await chosen(), 'real time');
    assert.match(await page.textContent('.rate'), /^1 s in 1 s$/);
    await page.evaluate(() => window.jourdain.setSpeed(3));
    assert.equal(await chosen(), '2.67 × slower');
    const real = await open(write('real', SAMPLES.planar({ speed: 1 })));
    assert.equal(await real.locator('[aria-label=Speed] option:text-is("real time")').count(), 1);
  },

  async 'a model without bodies has no empty picture'({ open, write }) {
    const show = SAMPLES.planar();
    show.bodies = show.bodies.slice(0, 1);
    Object.assign(show, { links: [], points: [] });
    for (const run of show.runs) Object.assign(run, { poses: [], velocities: null, forces: null });
    const page = await open(write('no_bodies', show));
    assert.equal(await page.locator('.view').count(), 0);
    assert.ok((await page.locator('.chart').count()) > 3);
  },
};
