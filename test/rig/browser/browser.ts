// A real Chromium for browser tests: the one from the npm package, or the system's.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright-core';
import { count } from '../run/costs/costs.ts';
import { printPagesOnFailure } from './record-pages.ts';

/**
 * Finds a Chromium that starts: $CHROMIUM, then the one from npm, then the system's; null if there is none. The one
 * from npm is headless and takes two fifths of the CPU time of Debian's.
 */
export async function findChromium(): Promise<string | null> {
  const named = process.env.CHROMIUM;
  const candidates = named ? [named] : [await packagedChromium(), systemChromium()];
  return candidates.find((path) => path !== null && runs(path)) ?? null;
}

/** The executable on the PATH or at Debian's location. */
function systemChromium(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].flatMap((name) =>
    folders.map((folder) => join(folder, name)),
  );
  return [...candidates, '/usr/bin/chromium'].find(isExecutable) ?? null;
}

/**
 * Connects to the run's shared Chromium if $TEST_BROWSER_ENDPOINT is set (shared-browser.ts), otherwise starts one.
 * Closing the result only closes this file's contexts in a shared Chromium.
 */
export async function launchBrowser(): Promise<Browser> {
  const endpoint = process.env.TEST_BROWSER_ENDPOINT;
  if (!endpoint) count('browser');
  const browser = endpoint
    ? await chromium.connect(endpoint, { timeout: 60_000 })
    : await chromium.launch(await chromiumOptions());
  giveDefaults(browser);
  printPagesOnFailure(browser);
  return browser;
}

/** Headless, without requests of Chromium's own, so that a test sees only the page's traffic. */
export async function chromiumOptions(): Promise<LaunchOptions> {
  // $CHROMIUM was checked when it was set.
  const executablePath = process.env.CHROMIUM || (await findChromium());
  if (executablePath === null) {
    throw new Error('No Chromium found: install Debian’s chromium, or name one in the environment variable CHROMIUM.');
  }
  const args = [
    // Chromium's sandbox does not run as root, and all pages here are our own.
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ];
  return { executablePath, headless: true, args };
}

/**
 * Every context prefers reduced motion unless a test asks for motion. Endless animations cost CPU time while a page is
 * open, and text that fades in has less contrast at first.
 */
function giveDefaults(browser: Browser): void {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext({ reducedMotion: 'reduce', ...options });
    context.setDefaultTimeout(90_000);
    return context;
  };
}

/**
 * Closes a context. It first removes the test's routes, because a route that still waits for the service would fail the
 * file.
 */
export async function closeContext(context: BrowserContext): Promise<void> {
  const routed = [context, ...context.pages()];
  await Promise.all(routed.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.close();
}

/** The Chromium from npm, unpacked into the temporary folder. The system may lack libraries that it needs. */
async function packagedChromium(): Promise<string | null> {
  try {
    const { default: packaged } = await import('@sparticuz/chromium');
    return await packaged.executablePath();
  } catch {
    return null;
  }
}

/**
 * Starts the program, since an existing file proves little: Ubuntu's only refers to another installer, and npm's may
 * lack libraries.
 */
function runs(path: string): boolean {
  return spawnSync(path, ['--no-sandbox', '--version'], { stdio: 'ignore', timeout: 60_000 }).status === 0;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
