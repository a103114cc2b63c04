// SPDX-License-Identifier: MIT
//
// Bundles the page: code and styles into one HTML file that needs nothing else. The program puts the data where the
// marker <!--SHOW--> stands.
//     node build.mjs --out page.html     the page
//     node build.mjs --c page.c          its bytes as C: jd_viewer_page, jd_viewer_page_size
import { build } from 'esbuild';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
export const MARKER = '<!--SHOW-->';

// Inside <script> and <style> nothing may end the element or begin a comment.
function safe(text, kind) {
  if (kind === 'css') {
    if (/<\/style/i.test(text)) throw new Error('styles hold an end tag');
    return text;
  }
  return text.replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--').replace(/<(script)/gi, '\\x3c$1');
}

// What the page holds of others, and their terms.
function licences() {
  const parts = { Jourdain: '../LICENSE', 'three.js': 'node_modules/three/LICENSE', uPlot: 'node_modules/uplot/LICENSE' };
  const texts = Object.entries(parts).map(([name, path]) => `${name}:\n\n${readFileSync(join(here, path), 'utf8').trim()}`);
  return `<!-- SPDX-License-Identifier: MIT\n\n${texts.join('\n\n').replace(/--+/g, '-')}\n-->`;
}

export async function page(entry = 'src/main.js') {
  const result = await build({
    entryPoints: [join(here, entry)],
    bundle: true, minify: true, write: false, outdir: 'out', format: 'iife', target: 'es2020', charset: 'utf8',
    legalComments: 'none', logLevel: 'warning',
  });
  const text = (ending) => result.outputFiles.find((file) => file.path.endsWith(ending)).text.trim();
  const html = readFileSync(join(here, 'src/page.html'), 'utf8')
    .replace('<!-- SPDX-License-Identifier: MIT -->', licences)
    .replace('/*STYLE*/', () => safe(text('.css'), 'css'))
    .replace('/*CODE*/', () => safe(text('.js'), 'js'));
  if (html.split(MARKER).length !== 2) throw new Error(`the page must hold ${MARKER} once`);
  return html;
}

// Bytes as decimal numbers: the shortest form that every compiler reads.
function cSource(html) {
  const bytes = Buffer.from(html, 'utf8');
  const lines = [];
  for (let n = 0; n < bytes.length; n += 32) lines.push(bytes.subarray(n, n + 32).join(','));
  return `/* SPDX-License-Identifier: MIT\n *\n * The page of the viewer, made by viewer/build.mjs. */
#include <stddef.h>

extern const unsigned char jd_viewer_page[];
extern const size_t jd_viewer_page_size;
const unsigned char jd_viewer_page[] = {\n${lines.join(',\n')}};
const size_t jd_viewer_page_size = sizeof jd_viewer_page;\n`;
}

// Files appear whole or not at all.
function write(path, text) {
  writeFileSync(`${path}.part`, text);
  renameSync(`${path}.part`, path);
}

async function main(words) {
  const option = (name) => (words.includes(name) ? words[words.indexOf(name) + 1] : undefined);
  const out = option('--out'), c = option('--c');
  if (!out && !c) {
    console.error('usage: node build.mjs [--out page.html] [--c page.c]');
    process.exit(2);
  }
  const html = await page();
  if (out) write(out, html);
  if (c) write(c, cSource(html));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main(process.argv.slice(2));
