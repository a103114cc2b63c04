// SPDX-License-Identifier: MIT
//
// Pages by the program itself: bodies are where its traces say.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { near } from './page_test.mjs';

// Columns of a CSV file by name, without units.
function columns(path) {
  const [head, ...rows] = readFileSync(path, 'utf8').trim().split('\n').map((line) => line.split(','));
  return Object.fromEntries(head.map((name, n) => [name.replace(/ \[.*$/, ''), rows.map((row) => Number(row[n]))]));
}

async function compare({ open, program, folder, models }, model, bodies, channels, within) {
  const html = join(folder, `${model}.html`), csv = join(folder, `${model}.csv`), text = join(models, `${model}.jd`);
  execFileSync(program, ['view', text, '--out', html], { stdio: 'pipe' });
  execFileSync(program, ['run', text, '--quiet', '--out', csv, '--output', bodies.flatMap((body) => channels.map((channel) => `${body}.${channel}`)).join()], { stdio: 'pipe' });
  assert.ok(statSync(html).size < 2e6, 'under 2 MB');
  const trace = columns(csv), page = await open(html), times = trace[Object.keys(trace)[0]];
  for (const share of [0, 0.31, 0.5, 0.87, 1]) {
    const n = Math.round(share * (times.length - 1));
    await page.evaluate((t) => window.jourdain.setTime(t), times[n]);
    for (const body of bodies) {
      const pose = await page.evaluate((name) => window.jourdain.pose(name), body);
      channels.forEach((channel, axis) => near(pose[axis], trace[`${body}.${channel}`][n], within, `${model} ${body}.${channel} at ${times[n]}`));
    }
  }
}

export const tests = {
  'a planar page agrees with the trace': (context) => compare(context, 'slider_crank', ['crank', 'rod', 'slider'], ['x', 'y'], 2e-5),
  'a spatial page agrees with the trace': (context) => compare(context, 'bricard', ['rod1', 'rod3'], ['x', 'y', 'z'], 2e-4),
};
