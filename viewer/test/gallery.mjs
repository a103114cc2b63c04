// SPDX-License-Identifier: MIT
//
// node gallery.mjs INDEX.HTML: the page of `make gallery`, opened from its file, wide and narrow, light and dark: all
// pictures load, nothing comes from the network, nothing is wider than the window, and axe finds no fault.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { openBrowser } from './browser.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const path = resolve(process.argv[2]), browser = await openBrowser(), faults = [];

for (const dark of [false, true]) for (const phone of [false, true]) {
  const fault = (text) => faults.push(`${dark ? 'dark' : 'light'}${phone ? ', phone' : ''}: ${text}`);
  const page = await browser.open(path, { dark, phone });
  const pictures = await page.evaluate(async () => {
    document.querySelectorAll('details').forEach((part) => { part.open = true; });
    const images = [...document.images];
    images.forEach((image) => { image.loading = 'eager'; });
    await Promise.all(images.map((image) => image.decode().catch(() => 0)));
    return images.map((image) => ({ source: image.currentSrc, wide: image.naturalWidth }));
  });
  if (pictures.length === 0) fault('no pictures');
  for (const { source, wide } of pictures) {
    if (!wide) fault(`${source} does not load`);
    if (!source.includes(dark ? '.dark.' : '.light.')) fault(`${source} has the wrong colours`);
  }
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  if (over > 0) fault(`${over} pixels wider than the window`);
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run());
  for (const { id, help, nodes } of violations) fault(`${id}: ${help}: ${nodes.map((node) => node.html).slice(0, 3).join(' ')}`);
  for (const problem of await browser.closePages()) fault(problem);
}
await browser.close();
faults.forEach((fault) => console.log(fault));
process.exit(faults.length ? 1 : 0);
