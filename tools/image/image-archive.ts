// An image as `docker load` takes it: unpacked, measured and named by its digest.
import { createHash } from 'node:crypto';
import { createReadStream, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGzip } from 'node:zlib';
import { runCommand } from '../run-command.ts';

export interface UnpackedImage {
  /** sha256:…: of its configuration, which names the content of every layer. Two of the same are the same image. */
  readonly digest: string;
  /** Of all layers, as registries keep and send them. */
  readonly compressedBytes: number;
  /** The root of its files. */
  readonly root: string;
  readonly config: ImageConfig;
}

/** What the image says of how it is run. */
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
  readonly Layers: readonly string[];
}

/** Unpacks the archive into `folder`. Throws where a layer takes a file of another one away: none of ours does. */
export async function unpackImage(archive: string, folder: string): Promise<UnpackedImage> {
  const parts = join(folder, 'parts');
  const root = join(folder, 'root');
  for (const each of [parts, root]) mkdirSync(each, { recursive: true });
  await runCommand('tar', ['-x', '-C', parts, '-f', archive]);
  const [manifest] = JSON.parse(readFileSync(join(parts, 'manifest.json'), 'utf8')) as Manifest[];
  if (manifest === undefined) throw new Error(`${archive} holds no image.`);
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
