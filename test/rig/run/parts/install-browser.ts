// Sees to it that a Chromium is there before the tests need one: the machine's own, Debian's by apt, or the one from
// npm.
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from '../../browser/browser.ts';
import { installPackage, isDebianFamily, isRoot } from './apt.ts';

/** A Chromium that really runs, or null with none to be had. What it finds it names in $CHROMIUM for the test files. */
export async function installBrowser(say: (line: string) => void): Promise<string | null> {
  const candidates = [findSystemChromium, () => installedByApt(say), packagedChromium];
  for (const candidate of candidates) {
    const path = await candidate();
    if (path === null || !runs(path)) continue;
    process.env.CHROMIUM = path;
    return path;
  }
  return null;
}

/** Why a machine has no browser, and how it gets one. */
export const browserRemedy =
  'install Chromium (Debian: apt-get install chromium), or name one in the environment variable CHROMIUM';

async function findSystemChromium(): Promise<string | null> {
  const found = await findChromium();
  // The one from npm is unpacked into the temporary folder; it comes last, because it may lack system libraries.
  return found?.startsWith(join(tmpdir(), '/')) === true ? null : found;
}

/** Asks apt once. Elsewhere than on Debian and Ubuntu, or without the right to install, it is not even tried. */
async function installedByApt(say: (line: string) => void): Promise<string | null> {
  if (!isRoot() || process.env.CHROMIUM !== undefined || !isDebianFamily()) return null;
  say("No Chromium here: installing Debian's with apt-get (this happens once).");
  const installed = await installPackage('chromium', say);
  if (!installed) say('apt-get could not install it: falling back to the Chromium that came with npm.');
  return installed ? findSystemChromium() : null;
}

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
