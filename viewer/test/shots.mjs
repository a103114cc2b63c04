// SPDX-License-Identifier: MIT
//
// Pictures of the page, to be looked at.
import { join } from 'node:path';

const SHOTS = [
  ['planar', { names: true, velocity: true, paths: true }, 0.15, 'rod'],
  ['spatial', { force: true, paths: true, ghost: true }, 0.18, 'arm'],
  ['comparison', { ghost: true }, 0.15, null],
  ['failed', { force: true }, 0.97, 'B'],
  ['still', {}, 0.3, null],
  ['many', {}, 0.3, null],
];

export async function shoot(browser, paths, folder) {
  for (const [name, options, share, picked] of SHOTS)
    for (const dark of [false, true])
      for (const phone of [false, true]) {
        const page = await browser.open(paths[name], { dark, phone });
        await page.evaluate(([set, at, pick]) => {
          const { jourdain } = window;
          for (const [option, value] of Object.entries(set)) jourdain.set(option, value);
          jourdain.setTime(jourdain.show.start + at * (jourdain.show.end - jourdain.show.start));
          if (pick) jourdain.pick(pick);
        }, [options, share, picked]);
        await page.waitForTimeout(150);
        await page.screenshot({ path: join(folder, `${name}-${dark ? 'dark' : 'light'}${phone ? '-phone' : ''}.png`) });
        await browser.closePages();
      }
}
