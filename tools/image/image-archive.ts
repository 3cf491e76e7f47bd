// An image in the format of `docker load`: unpacked, measured, and identified by its digest.
import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGzip } from 'node:zlib';
import { runCommand } from '../run-command.ts';

export interface UnpackedImage {
  /** sha256:… of its configuration, which contains the hash of every layer. Equal digests mean the same image. */
  readonly digest: string;
  /** The size of all layers as stored and sent by registries. */
  readonly compressedBytes: number;
  /** The root folder of its files. */
  readonly root: string;
  readonly config: ImageConfig;
}

/** The settings with which the image is run. */
export interface ImageConfig {
  readonly User?: string;
  readonly Env?: readonly string[];
  readonly Entrypoint?: readonly string[];
  readonly Cmd?: readonly string[];
  readonly WorkingDir?: string;
  readonly Volumes?: Readonly<Record<string, object>>;
  readonly Healthcheck?: { readonly Test?: readonly string[] };
}

interface Manifest {
  readonly Config: string;
  readonly RepoTags: readonly string[] | null;
  readonly Layers: readonly string[];
}

interface ImageDocument {
  readonly architecture: string;
  readonly os: string;
  readonly config: ImageConfig;
  readonly rootfs: object;
  readonly history?: readonly { readonly created_by?: string; readonly empty_layer?: boolean }[];
}

/**
 * Rewrites the archive without traces of the machine and time of the build, such as names of the builder's containers
 * and images. The result depends only on the commit. `epoch` is in seconds since 1970.
 */
export async function settleArchive(archive: string, epoch: number): Promise<void> {
  const parts = mkdtempSync(`${archive}-`);
  try {
    await runCommand('tar', ['-x', '-C', parts, '-f', archive]);
    const [manifest] = JSON.parse(readFileSync(join(parts, 'manifest.json'), 'utf8')) as [Manifest];
    const settled = Buffer.from(settledDocument(readFileSync(join(parts, manifest.Config), 'utf8'), epoch));
    const name = `${createHash('sha256').update(settled).digest('hex')}.json`;
    const layers = manifest.Layers.map((layer, index) => {
      renameSync(join(parts, layer), join(parts, `layer-${index}.tar`));
      return `layer-${index}.tar`;
    });
    writeFileSync(join(parts, name), settled);
    const entry = { Config: name, RepoTags: manifest.RepoTags, Layers: layers };
    writeFileSync(join(parts, 'manifest.json'), JSON.stringify([entry]));
    const time = ['--sort=name', `--mtime=@${epoch}`, '--owner=0', '--group=0', '--numeric-owner', '--mode=0644'];
    await runCommand('tar', [
      '-c',
      ...time,
      '--format=gnu',
      '-C',
      parts,
      '-f',
      archive,
      'manifest.json',
      name,
      ...layers,
    ]);
  } finally {
    rmSync(parts, { recursive: true });
  }
}

/** The image's configuration without traces of its builder. */
export function settledDocument(text: string, epoch: number): string {
  const { architecture, os, config, rootfs, history = [] } = JSON.parse(text) as ImageDocument;
  const created = new Date(epoch * 1000).toISOString();
  const { Labels = {} } = config as { readonly Labels?: Readonly<Record<string, string>> };
  const kept = [
    ...['User', 'ExposedPorts', 'Env', 'Cmd', 'Healthcheck', 'Volumes', 'WorkingDir', 'Entrypoint', 'StopSignal'],
  ].flatMap((name) => (name in config ? [[name, config[name as keyof ImageConfig]]] : []));
  const labels = Object.entries(Labels).filter(([name]) => name.startsWith('org.opencontainers.'));
  return JSON.stringify({
    architecture,
    os,
    created,
    config: { ...Object.fromEntries(kept), Labels: Object.fromEntries(labels.sort()) },
    rootfs,
    history: history.map(({ created_by, empty_layer }) => ({
      created,
      created_by,
      ...(empty_layer === true ? { empty_layer } : {}),
    })),
  });
}

/** Unpacks the archive into `folder`. Throws if a layer removes a file of another one, which our images never do. */
export async function unpackImage(archive: string, folder: string): Promise<UnpackedImage> {
  const parts = join(folder, 'parts');
  const root = join(folder, 'root');
  for (const each of [parts, root]) mkdirSync(each, { recursive: true });
  await runCommand('tar', ['-x', '-C', parts, '-f', archive]);
  const [manifest] = JSON.parse(readFileSync(join(parts, 'manifest.json'), 'utf8')) as Manifest[];
  if (manifest === undefined) throw new Error(`${archive} contains no image.`);
  const config = readFileSync(join(parts, manifest.Config));
  let compressedBytes = config.length;
  for (const layer of manifest.Layers) {
    const path = join(parts, layer);
    if (/(^|\/)\.wh\./m.test(await runCommand('tar', ['-t', '-f', path]))) throw new Error(`${layer} removes files.`);
    await runCommand('tar', ['-x', '-p', '--numeric-owner', '-C', root, '-f', path]);
    compressedBytes += await gzippedBytes(path);
  }
  const { config: settings } = JSON.parse(config.toString('utf8')) as { config: ImageConfig };
  return {
    digest: `sha256:${createHash('sha256').update(config).digest('hex')}`,
    compressedBytes,
    root,
    config: settings,
  };
}

async function gzippedBytes(path: string): Promise<number> {
  let bytes = 0;
  for await (const piece of createReadStream(path).pipe(createGzip())) bytes += (piece as Buffer).length;
  return bytes;
}
