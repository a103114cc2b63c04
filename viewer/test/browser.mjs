// SPDX-License-Identifier: MIT
//
// One browser for all tests; each test opens a page of its own and fails if the page complains or asks the network.
import { chromium } from 'playwright-core';

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const DESK = { viewport: { width: 1360, height: 820 } };
// Against waiting for ever, not a measure: a machine may be busy with other things.
const LIMIT = 300000;
const ALLOWED = /^(file|data|blob|about):/;
// What the driver says of reading pixels back is not ours.
const DRIVER = /GL Driver Message|GPU stall/;

export async function openBrowser() {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', timeout: LIMIT,
    args: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--no-sandbox', '--disable-background-networking'],
  });
  const contexts = [];

  // options: phone, dark, motion, single (pixels of the page are those of the screen), script (run before the page)
  async function open(path, { phone = false, dark = false, motion = false, single = false, script } = {}) {
    const context = await browser.newContext({
      ...(phone ? PHONE : DESK), ...(single ? { deviceScaleFactor: 1 } : {}), colorScheme: dark ? 'dark' : 'light', reducedMotion: motion ? 'no-preference' : 'reduce', acceptDownloads: true,
    });
    context.setDefaultTimeout(LIMIT);
    contexts.push(context);
    const page = await context.newPage();
    page.problems = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !DRIVER.test(message.text())) page.problems.push(`${message.type()}: ${message.text()}`);
    });
    page.on('pageerror', (error) => page.problems.push(`error: ${error.stack}`));
    page.on('request', (request) => ALLOWED.test(request.url()) || page.problems.push(`request: ${request.url()}`));
    if (script) await page.addInitScript(script);
    await page.goto(`file://${path}`);
    await page.waitForFunction(() => window.jourdain === undefined || !document.querySelector('.view canvas') || window.jourdain.frame() > 0);
    return page;
  }

  // What the pages of the last test complained of.
  async function closePages() {
    const problems = contexts.flatMap((context) => context.pages().flatMap((page) => page.problems));
    await Promise.all(contexts.splice(0).map((context) => context.close()));
    return problems;
  }

  return { open, closePages, close: () => browser.close() };
}

// Two frames of the browser: what has changed is drawn.
export const settle = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

// Seconds of the processor, not of the clock, that the page itself has taken for something: { process } since it was made, { thread } in `work`.
export async function spent(page, work = () => {}) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const metric = async (name) => (await session.send('Performance.getMetrics')).metrics.find((one) => one.name === name).value;
  const process = await metric('ProcessTime'), before = await metric('ThreadTime');
  await work();
  const thread = (await metric('ThreadTime')) - before;
  await session.detach();
  return { process, thread };
}

// What a click on something saves.
export async function saved(page, click) {
  const [download] = await Promise.all([page.waitForEvent('download'), click()]);
  const parts = [];
  for await (const part of await download.createReadStream()) parts.push(part);
  return { name: download.suggestedFilename(), bytes: Buffer.concat(parts) };
}
