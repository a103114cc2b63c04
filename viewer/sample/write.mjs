// SPDX-License-Identifier: MIT
//
// Writes the sample shows as pages: node sample/write.mjs FOLDER
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MARKER, page } from '../build.mjs';
import { SAMPLES } from './make.mjs';

// As the program does it: nothing in the data may end the element that holds them.
export const fill = (html, json) =>
  html.replace(MARKER, () => `<script type="application/json" id="show">${json.replaceAll('<', '\\u003c')}</script>`);

export async function writeSamples(folder, html) {
  mkdirSync(folder, { recursive: true });
  const paths = {};
  for (const [name, make] of Object.entries(SAMPLES)) {
    paths[name] = join(folder, `${name}.html`);
    writeFileSync(paths[name], fill(html, JSON.stringify(make())));
  }
  return paths;
}

if (process.argv[1]?.endsWith('write.mjs')) {
  const folder = process.argv[2] ?? 'out';
  console.log(Object.values(await writeSamples(folder, await page())).join('\n'));
}
