// Makes sure that a Chromium exists before the tests need one. If none runs, apt installs Debian's.
import { findChromium } from '../../browser/browser.ts';
import { installPackage, isDebianFamily, isRoot } from './apt.ts';

/** The path of the Chromium, or null if none is available. It is also set as $CHROMIUM for the test files. */
export async function installBrowser(say: (line: string) => void): Promise<string | null> {
  const path = (await findChromium()) ?? (await installedByApt(say));
  if (path !== null) process.env.CHROMIUM = path;
  return path;
}

/** Explains why no browser is available, and how to install one. */
export const browserRemedy =
  'install Chromium (Debian: apt-get install chromium), or name one in the environment variable CHROMIUM';

/**
 * Tries apt once, only on Debian and Ubuntu and with permission to install. The dependencies of Debian's Chromium
 * include all libraries that the one from npm may lack.
 */
async function installedByApt(say: (line: string) => void): Promise<string | null> {
  if (!isRoot() || process.env.CHROMIUM || !isDebianFamily()) return null;
  say("No Chromium runs here: installing Debian's with apt-get (this happens once).");
  return (await installPackage('chromium', say)) ? findChromium() : null;
}
