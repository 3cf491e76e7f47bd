// Builds what the npm package contains in addition to files of this checkout: bundles of the service, of the command
// line and of the demo, and the pages.
import { copyFileSync, cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleService } from '../../src/built/build-service.ts';
import { packagedBuild, root } from '../../src/built/built-file.js';
import { contract } from '../../test/rig/evm/contracts.ts';
import { buildMissingPages, builtFolders } from '../../web/build-pages.ts';
import { bundledLicenses } from './bundled-licenses.ts';

/** Replaces the folder dist/package. Pages are built only if this version of them is not built yet. */
export async function buildPackage(report: (line: string) => void): Promise<void> {
  const folder = join(root, packagedBuild);
  rmSync(folder, { recursive: true, force: true });
  await buildMissingPages((step) => report(`${step.kind} the page ${step.page}`));
  for (const [page, built] of Object.entries(await builtFolders()))
    cpSync(built, join(folder, 'pages', page), { recursive: true });
  report('building the service');
  await bundleService(join(folder, 'service'), {
    alsoEntries: { demo: 'demo/packed/main.ts', 'demo-service': 'demo/service/run-service.ts' },
    plugins: [{ name: 'contracts', enforce: 'pre', load: demoContracts }],
  });
  writeFileSync(join(folder, 'LICENSES.txt'), bundledLicenses());
  copyFileSync(join(root, 'demo/wallet/demo-wallet.js'), join(folder, 'service/demo-wallet.js'));
}

/** The demo deploys one of the contracts. The package contains neither the sources nor the others. */
function demoContracts(id: string): string | null {
  if (id !== join(root, 'test/rig/evm/contracts.ts')) return null;
  return `const contracts = ${JSON.stringify({ Token: contract('Token') })};
export const contract = (name) => contracts[name];`;
}
