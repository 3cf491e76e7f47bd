// A real Chromium for the stories that customers see: the one that comes as an npm package, or the machine's own.
import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type LaunchOptions } from 'playwright-core';
import { count } from '../run/costs/costs.ts';
import { tellPagesOf } from './record-pages.ts';

/**
 * A Chromium that really runs: $CHROMIUM, or else the one from npm, or the machine's own; null where there is none. The
 * one from npm has no window around its pages, and takes two fifths of the processor time of Debian's.
 */
export async function findChromium(): Promise<string | null> {
  const named = process.env.CHROMIUM;
  const candidates = named ? [named] : [await packagedChromium(), systemChromium()];
  return candidates.find((path) => path !== null && runs(path)) ?? null;
}

/** The one on the PATH or in Debian's place. */
function systemChromium(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].flatMap((name) =>
    folders.map((folder) => join(folder, name)),
  );
  return [...candidates, '/usr/bin/chromium'].find(isExecutable) ?? null;
}

/**
 * The Chromium of the whole run where $TEST_BROWSER_ENDPOINT names one (shared-browser.ts), or else one of its own.
 * Closing it ends the contexts that this file opened, and the run's Chromium lives on.
 */
export async function launchBrowser(): Promise<Browser> {
  const endpoint = process.env.TEST_BROWSER_ENDPOINT;
  if (!endpoint) count('browser');
  const browser = endpoint
    ? await chromium.connect(endpoint, { timeout: 60_000 })
    : await chromium.launch(await chromiumOptions());
  giveDefaults(browser);
  tellPagesOf(browser);
  return browser;
}

/** Headless. It makes no request of its own: what a test then sees on the wire is the page's doing. */
export async function chromiumOptions(): Promise<LaunchOptions> {
  // What $CHROMIUM names was looked at when it was named.
  const executablePath = process.env.CHROMIUM || (await findChromium());
  if (executablePath === null) {
    throw new Error('No Chromium found: install Debian’s chromium, or name one in the environment variable CHROMIUM.');
  }
  const args = [
    // As root Chromium refuses its sandbox; the pages here are our own.
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
 * Every context prefers reduced motion unless a story asks for motion: an animation that never ends costs processor
 * time for as long as its page is open, and text that fades in has less contrast than it will have.
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
 * Ends a visit. What its pages ask for at this moment, and a test answers in the service's place, is nobody's any more:
 * a route that still waits for the service would fail the file.
 */
export async function closeContext(context: BrowserContext): Promise<void> {
  const routed = [context, ...context.pages()];
  await Promise.all(routed.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.close();
}

/** The one from npm, unpacked into the temporary folder. It may lack libraries of the system. */
async function packagedChromium(): Promise<string | null> {
  try {
    const { default: packaged } = await import('@sparticuz/chromium');
    return await packaged.executablePath();
  } catch {
    return null;
  }
}

/**
 * A file of that name is not enough: Ubuntu's is a signpost to another installer, and npm's may lack system libraries.
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
