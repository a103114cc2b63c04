// SPDX-License-Identifier: MIT
//
// The page under axe: no violation, light and dark, on a desk and on a phone, with panels open and with the help.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

async function violations(page) {
  await page.evaluate(axe);
  return page.evaluate(async () => (await window.axe.run(document)).violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => `${node.target} ${node.failureSummary}`).join('; ')}`));
}

const CASES = [
  ['planar', {}], ['planar', { dark: true }], ['planar', { phone: true }], ['planar', { phone: true, dark: true }],
  ['spatial', { dark: true }], ['comparison', {}], ['comparison', { dark: true, phone: true }], ['failed', {}], ['failed', { dark: true }], ['still', {}],
];

export const tests = Object.fromEntries(CASES.map(([name, options]) => [
  `axe finds nothing: ${name}${options.dark ? ', dark' : ', light'}${options.phone ? ', phone' : ''}`,
  async ({ open, paths }) => {
    const page = await open(paths[name], options);
    await page.evaluate(() => {
      document.querySelectorAll('details').forEach((details) => (details.open = true));
      if (window.jourdain.frame()) window.jourdain.pick(window.jourdain.show.bodies[1].name);
      for (const option of ['velocity', 'force']) window.jourdain.set(option, true);
    });
    assert.deepEqual(await violations(page), []);
    if (name !== 'spatial') return;
    await page.keyboard.press('?');
    assert.deepEqual(await violations(page), []);
  },
]));
