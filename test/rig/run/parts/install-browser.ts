// Sees to it that a Chromium is there before the tests need one: Debian's is installed by apt where none runs.
import { findChromium } from '../../browser/browser.ts';
import { installPackage, isDebianFamily, isRoot } from './apt.ts';

/** The Chromium to use, or null with none to be had. It is named in $CHROMIUM for the test files. */
export async function installBrowser(say: (line: string) => void): Promise<string | null> {
  const path = (await findChromium()) ?? (await installedByApt(say));
  if (path !== null) process.env.CHROMIUM = path;
  return path;
}

/** Why a machine has no browser, and how it gets one. */
export const browserRemedy =
  'install Chromium (Debian: apt-get install chromium), or name one in the environment variable CHROMIUM';

/**
 * Asks apt once. Elsewhere than on Debian and Ubuntu, or without the right to install, it is not even tried. What comes
 * with Debian's Chromium is all that the one from npm may have lacked.
 */
async function installedByApt(say: (line: string) => void): Promise<string | null> {
  if (!isRoot() || process.env.CHROMIUM || !isDebianFamily()) return null;
  say("No Chromium runs here: installing Debian's with apt-get (this happens once).");
  return (await installPackage('chromium', say)) ? findChromium() : null;
}
