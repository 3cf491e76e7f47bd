// Programs that tests need in addition to npm packages. A test file needs one if it loads the rig file that uses it.
import { spawnSync } from 'node:child_process';
import { installSystemdAnalyze, systemdRemedy } from '../../deploy/systemd-analyze.ts';
import { browserRemedy, installBrowser } from './install-browser.ts';
import { clientLanguagesRemedy, installClientLanguages } from './install-client-languages.ts';
import { exampleLanguagesRemedy, installExampleLanguages } from './install-example-languages.ts';
import { installLitecoind, litecoindRemedy } from './install-litecoind.ts';
import { installPromtool, promtoolRemedy } from './install-promtool.ts';
import { installReceiverLanguages, receiverLanguagesRemedy } from './install-receiver-languages.ts';
import { installShopLanguages, shopLanguagesRemedy } from './install-shop-languages.ts';

export interface LeftOut {
  readonly part: string;
  readonly remedy: string;
  readonly files: readonly string[];
}

/** Installs missing programs if permitted. Returns the remaining ones, with the test files that need them. */
export async function missingParts(
  needs: ReadonlyMap<string, ReadonlySet<string>>,
  say: (line: string) => void,
): Promise<LeftOut[]> {
  const missing: LeftOut[] = [];
  for (const part of parts) {
    const files = [...needs].filter(([, loaded]) => loaded.has(part.rigFile)).map(([path]) => path);
    if (files.length === 0 || (await part.isReady(say))) continue;
    missing.push({ part: part.name, remedy: part.remedy, files });
  }
  return missing;
}

interface Part {
  readonly name: string;
  readonly rigFile: string;
  readonly remedy: string;
  isReady(say: (line: string) => void): Promise<boolean>;
}

const parts: readonly Part[] = [
  {
    name: 'a browser',
    rigFile: 'test/rig/browser/browser.ts',
    remedy: browserRemedy,
    isReady: async (say) => (await installBrowser(say)) !== null,
  },
  {
    name: 'anvil, the EVM node,',
    rigFile: 'test/rig/evm/anvil.ts',
    remedy: 'npm ci with optional dependencies on Linux x64; elsewhere install Foundry, so that anvil is on the PATH',
    isReady: async () => hasAnvil(),
  },
  {
    name: 'litecoind, the node of the UTXO family,',
    rigFile: 'test/rig/utxo/litecoind.ts',
    remedy: litecoindRemedy,
    isReady: async (say) => (await installLitecoind(say)) !== null,
  },
  {
    name: 'promtool, which checks alert rules,',
    rigFile: 'test/rig/deploy/promtool.ts',
    remedy: promtoolRemedy,
    isReady: async (say) => (await installPromtool(say)) !== null,
  },
  {
    name: 'php-cgi, python3, ruby or go, which run the guides’ webhook receivers,',
    rigFile: 'test/rig/webhooks/guide-receivers.ts',
    remedy: receiverLanguagesRemedy,
    isReady: installReceiverLanguages,
  },
  {
    name: 'php or python3, which run the shops that speak EPay and Epusdt,',
    rigFile: 'test/rig/doors/door-shops.ts',
    remedy: shopLanguagesRemedy,
    isReady: installShopLanguages,
  },
  {
    name: 'php with pdo_sqlite, or python3 with Django, which run the shops of examples/,',
    rigFile: 'test/rig/examples/example-shops.ts',
    remedy: exampleLanguagesRemedy,
    isReady: installExampleLanguages,
  },
  {
    name: 'php, python3 or go, which run the checks of clients,',
    rigFile: 'test/rig/interface/client-tests.ts',
    remedy: clientLanguagesRemedy,
    isReady: installClientLanguages,
  },
  {
    name: 'systemd-analyze',
    rigFile: 'test/rig/deploy/systemd-analyze.ts',
    remedy: systemdRemedy,
    isReady: installSystemdAnalyze,
  },
];

function hasAnvil(): boolean {
  const architecture = process.arch === 'x64' ? 'amd64' : process.arch;
  try {
    import.meta.resolve(`@foundry-rs/anvil-${process.platform}-${architecture}/package.json`);
    return true;
  } catch {
    return spawnSync('anvil', ['--version'], { stdio: 'ignore' }).status === 0;
  }
}
