// The store packages as the generator prints them, for tests.
import { parse } from 'yaml';
import { readStoreApp, type StoreApp } from '../../../../tools/stores/description.ts';
import { storeFiles } from '../../../../tools/stores/store-files.ts';
import type { Json } from '../../client.ts';

export const app = readStoreApp();
const printed = new Map((await storeFiles(app)).map((file) => [file.path, file]));

/** The paths of the files below `folder`, from there. */
export function filesOf(folder: string): string[] {
  return [...printed.keys()].flatMap((path) => (path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : []));
}

/** Throws if the file is not printed. */
export function textOf(path: string): string {
  const file = printed.get(path);
  if (file === undefined) throw new Error(`${path} is not printed`);
  return file.content.toString();
}

export function bytesOf(path: string): Buffer {
  return Buffer.from(printed.get(path)?.content ?? '');
}

export function yamlOf(path: string): Json {
  return parse(textOf(path)) as Json;
}

const plain = (image: string) => image.replace(/@.*/, '');

/** The description without facts of a published version. */
export const unpublishedApp: StoreApp = {
  ...app,
  images: {
    service: plain(app.images.service),
    embedded: plain(app.images.embedded),
    database: plain(app.images.database),
  },
  archive: { ...app.archive, sha256: null },
};

/** The description with all of them. */
export const publishedApp: StoreApp = {
  ...app,
  images: {
    service: `${unpublishedApp.images.service}@sha256:${'1'.repeat(64)}`,
    embedded: `${unpublishedApp.images.embedded}@sha256:${'2'.repeat(64)}`,
    database: `${unpublishedApp.images.database}@sha256:${'3'.repeat(64)}`,
  },
  archive: { ...app.archive, sha256: '4'.repeat(64) },
};
