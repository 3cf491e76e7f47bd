// Writes a Debian package: its control files, and the archive (deb(5), deb-control(5), Debian Policy 5 and 6).
import { cpSync, lstatSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../test/rig/house/source-tree.ts';
import { runCommand } from '../run-command.ts';

export interface DebTerms {
  readonly version: string;
  /** Debian's name: amd64 or arm64. */
  readonly architecture: string;
  readonly compression: 'xz' | 'none';
}

/** Debian's name for the machine that runs this program. */
export const ownArchitecture: string = process.arch === 'x64' ? 'amd64' : process.arch;

/** Packs `stage` into `folder`. Returns the path of the package. */
export async function packDeb(stage: string, folder: string, terms: DebTerms): Promise<string> {
  const control = join(stage, 'DEBIAN');
  rmSync(control, { recursive: true, force: true });
  const kilobytes = Math.ceil(sizeOf(stage) / 1024);
  mkdirSync(control, { mode: 0o755 });
  writeFileSync(join(control, 'control'), controlText(terms, kilobytes), { mode: 0o644 });
  writeFileSync(join(control, 'conffiles'), '/etc/quittance/quittance.env\n', { mode: 0o644 });
  for (const script of ['postinst', 'prerm', 'postrm'])
    cpSync(join(projectRoot, 'deploy/debian', script), join(control, script));
  const path = join(folder, `quittance_${terms.version}_${terms.architecture}.deb`);
  // Higher levels take minutes for 5 % less.
  const how = terms.compression === 'xz' ? ['-Zxz', '-z3'] : ['-Znone'];
  await runCommand('dpkg-deb', ['--root-owner-group', ...how, '--build', stage, path]);
  return path;
}

function controlText({ version, architecture }: DebTerms, kilobytes: number): string {
  return `Package: quittance
Version: ${version}
Architecture: ${architecture}
Maintainer: Quittance maintainers <maintainers@quittance.invalid>
Installed-Size: ${kilobytes}
Depends: adduser, init-system-helpers, libc6 (>= 2.28), libgcc-s1, libstdc++6
Recommends: ca-certificates, systemd
Suggests: caddy | nginx, postgresql
Section: web
Priority: optional
Description: non-custodial payment service for cryptocurrency
 Quittance creates invoices in a merchant's own currency, watches the chains
 for payments to the merchant's own addresses, and notifies the shop by signed
 webhooks. It holds no key that could spend a coin.
 .
 The package contains Node and a PostgreSQL that the service starts unless
 DATABASE_URL names another one.
`;
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => lstatSync(join(entry.parentPath, entry.name)).size)
    .reduce((sum, size) => sum + size, 0);
}
