// SPDX-License-Identifier: MIT
//
// Every model of the project on a phone, one after another in one page: no wider and no higher than its window, and at
// eight times of its run something is seen of each body. Every twelfth of them and the least; all with --all, as `make audit` has it.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { page as bundle } from '../build.mjs';

const INSTANTS = 8;
const LEAST = 10; // pixels: what an eye finds
const ALWAYS = /three_springs/; // its node is the least of all bodies

const run = promisify(execFile);

export function modelsIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? modelsIn(path) : entry.name.endsWith('.jd') ? [path] : [];
  }).sort();
}

// What the program tells the page of a model.
async function dataOf({ program, folder }, model, n) {
  const out = join(folder, `model${n}.json`);
  await run(program, ['view', model, '--quiet', '--out', out]).catch(() => null);
  const text = readFileSync(out, 'utf8');
  rmSync(out);
  return text;
}

export const tests = {
  async 'all models fit a phone, and each of their bodies is seen'(context) {
    const { open, folder, models } = context, path = join(folder, 'mount.html');
    writeFileSync(path, await bundle('test/mount.js'));
    const page = await open(path, { phone: true, single: true }), faults = [], share = context.all ? 1 : 12;
    const list = modelsIn(models).filter((model, n) => n % share === 0 || ALWAYS.test(model));
    let next = dataOf(context, list[0], 0), pictured = 0;
    for (const [n, model] of list.entries()) {
      const text = await next;
      if (n + 1 < list.length) next = dataOf(context, list[n + 1], n + 1);
      const found = await page.evaluate(([data, times, least]) => window.look(data, times, least), [text, INSTANTS, LEAST]);
      pictured += found.pictured;
      const name = relative(models, model);
      if (found.wide > 0 || found.high > 0) faults.push(`${name}: ${found.wide} pixels too wide, ${found.high} too high`);
      if (found.hidden.length) faults.push(`${name}: not seen: ${found.hidden.join(', ')}`);
    }
    assert.ok(pictured > 80 / share, `${pictured} pictures`);
    assert.deepEqual(faults, []);
  },
};
