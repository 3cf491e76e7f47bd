// A real Chromium for the stories that customers see: the machine's own, or the one that comes as an npm package.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { tellPagesOf } from './tell-pages.ts';

/** Where the next browser comes from: $CHROMIUM, the machine, or @sparticuz/chromium. null where there is none. */
async function findChromium(): Promise<string | null> {
  const named = process.env.CHROMIUM;
  if (named) return isRunnable(named) ? named : null;
  return systemChromium() ?? (await packagedChromium());
}

/** The one on the PATH or in Debian's place. */
export function systemChromium(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'].flatMap((name) =>
    folders.map((folder) => join(folder, name)),
  );
  return [...candidates, '/usr/bin/chromium'].find(isRunnable) ?? null;
}

/** Starts it headless. It makes no request of its own: what a test then sees on the wire is the page's doing. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = await findChromium();
  if (executablePath === null) {
    throw new Error('No Chromium found: install Debian’s chromium, or name one in the environment variable CHROMIUM.');
  }
  const browser = await chromium.launch({
    executablePath,
    headless: true,
    args: [
      // As root Chromium refuses its sandbox; the pages here are our own.
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
  tellPagesOf(browser);
  return browser;
}

/** The one from npm, unpacked into the temporary folder. It may lack libraries of the system. */
export async function packagedChromium(): Promise<string | null> {
  try {
    const { default: packaged } = await import('@sparticuz/chromium');
    return await packaged.executablePath();
  } catch {
    return null;
  }
}

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
