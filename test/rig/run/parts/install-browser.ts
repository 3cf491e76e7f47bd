// Sees to it that a Chromium is there before tests need one: that from npm, the machine's own, or Debian's by apt.
import { spawnSync } from 'node:child_process';
import { packagedChromium, systemChromium } from '../../browser/browser.ts';
import { installPackage, isDebianFamily, isRoot } from './apt.ts';

/**
 * A Chromium that really runs, or null with none to be had. What it finds it names in $CHROMIUM for the test files. The
 * one from npm comes first: it has no window around its pages, and takes two fifths of the processor time of Debian's.
 */
export async function installBrowser(say: (line: string) => void): Promise<string | null> {
  const named = process.env.CHROMIUM;
  const candidates = named ? [named] : [packagedChromium, systemChromium, () => installedByApt(say)];
  for (const candidate of candidates) {
    const path = typeof candidate === 'string' ? candidate : await candidate();
    if (path === null || !runs(path)) continue;
    process.env.CHROMIUM = path;
    return path;
  }
  return null;
}

/** Why a machine has no browser, and how it gets one. */
export const browserRemedy =
  'install Chromium (Debian: apt-get install chromium), or name one in the environment variable CHROMIUM';

/**
 * Asks apt once. Elsewhere than on Debian and Ubuntu, or without the right to install, it is not even tried. What
 * Debian's Chromium needs is all that the one from npm may have lacked.
 */
async function installedByApt(say: (line: string) => void): Promise<string | null> {
  if (!isRoot() || !isDebianFamily()) return null;
  say("No Chromium runs here: installing Debian's with apt-get (this happens once).");
  if (!(await installPackage('chromium', say))) return null;
  const packaged = await packagedChromium();
  return packaged !== null && runs(packaged) ? packaged : systemChromium();
}

/**
 * A file of that name is not enough: Ubuntu's is a signpost to another installer, and npm's may lack system libraries.
 */
function runs(path: string): boolean {
  return spawnSync(path, ['--no-sandbox', '--version'], { stdio: 'ignore', timeout: 60_000 }).status === 0;
}
