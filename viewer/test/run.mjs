// SPDX-License-Identifier: MIT
//
// Tests of the page in a real browser. A line for each, as TAP; fails if one does.
//     node test/run.mjs [--page page.html] [--program PATH] [--shots FOLDER] [--only PATTERN] [--all]
// Without --page the page is bundled first. --program also tests pages that the program writes; --shots saves pictures.
// What takes long and rarely breaks is left to `make audit`, which has --all.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { page as bundle } from '../build.mjs';
import { fill, writeSamples } from '../sample/write.mjs';
import { openBrowser } from './browser.mjs';
import { tests as pageTests } from './page_test.mjs';
import { tests as oddTests } from './odd_test.mjs';
import { tests as plotTests } from './plots_test.mjs';
import { tests as layoutTests } from './layout_test.mjs';
import { tests as planeTests } from './plane_test.mjs';
import { tests as spaceTests } from './space_test.mjs';
import { tests as channelTests } from './channels_test.mjs';
import { tests as accessTests } from './access_test.mjs';
import { tests as graphTests } from './graph_test.mjs';
import { tests as programTests } from './program_test.mjs';
import { tests as modelTests } from './models_test.mjs';
import { shoot } from './shots.mjs';

const words = process.argv.slice(2), option = (name) => (words.includes(name) ? words[words.indexOf(name) + 1] : undefined);
const here = dirname(fileURLToPath(import.meta.url)), folder = mkdtempSync(join(tmpdir(), 'viewer-'));
const program = option('--program'), only = new RegExp(option('--only') ?? '');

const all = words.includes('--all');
// The same look at other colours and sizes, large data, and odd data that other tests have in part.
const LATER = [/^axe finds nothing: (planar, dark|planar, light, phone|comparison|failed|still)/, /^400 bodies/, /^100,000 samples/,
  /^what is usual may be left out/, /^a failure between two samples/, /^behind the end of a shorter run/, /^runs that failed in the same way/,
  /^packed numbers/, /^a steep curve/, /^a mechanism too far away/, /^what flies far/, /^without any run in sight/, /^a page without forces/,
  /^PNG of plots/, /^a speed of one's own/, /^velocities that were left out/, /^with reduced motion/,
  /^a click in a chart/, /^SVG is well formed/, /^CSV holds/, /^a channel is drawn over/, /^bodies in space are where/, /^a run that fails early/,
  /^equal runs are told apart/, /^the bond graph does not glare/, /^a joint that should meet/, /^arrows of the model/, /^without animation/, /^the cursor of every chart/];

const html = option('--page') ? readFileSync(option('--page'), 'utf8') : await bundle();
const paths = { ...(await writeSamples(folder, html)), empty: join(folder, 'empty.html') };
writeFileSync(paths.empty, html);

const tests = {
  'the page without data is well below 1 MB': async () => {
    if (Buffer.byteLength(html) > 800e3) throw new Error(`it has ${Buffer.byteLength(html)} bytes`);
  },
  ...pageTests, ...plotTests, ...oddTests, ...layoutTests, ...planeTests, ...spaceTests, ...channelTests, ...accessTests, ...graphTests, ...(program ? { ...programTests, ...modelTests } : {}),
};

// A page of one's own; its path.
function write(name, show) {
  const path = join(folder, `${name}.html`);
  writeFileSync(path, fill(html, JSON.stringify(show)));
  return path;
}

const browser = await openBrowser(), context = { open: browser.open, write, paths, program, all, folder, models: join(here, '../../model') };
let passed = 0, failed = 0, number = 0;
for (const [name, test] of Object.entries(tests)) {
  if (!only.test(name) || (!all && LATER.some((later) => later.test(name)))) continue;
  number++;
  const begin = Date.now();
  let fault = null;
  try {
    await test(context);
  } catch (error) {
    fault = error;
  }
  const problems = await browser.closePages();
  if (!fault && problems.length) fault = new Error(`the page complains: ${problems.join('; ')}`);
  if (fault) failed++;
  else passed++;
  console.log(`${fault ? 'not ok' : 'ok'} ${number} - ${name} # ${((Date.now() - begin) / 1000).toFixed(1)} s`);
  if (fault) console.log(`  ${String(fault.stack ?? fault).split('\n').slice(0, 12).join('\n  ')}`);
}
if (option('--shots')) {
  mkdirSync(option('--shots'), { recursive: true });
  await shoot(browser, paths, option('--shots'));
}
await browser.close();
if (existsSync(folder)) rmSync(folder, { recursive: true });
console.log(`1..${number}`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
