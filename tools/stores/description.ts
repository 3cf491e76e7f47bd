// The description that all store packages are printed from, with the version, images and digests of this release.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { projectRoot } from '../../test/rig/house/source-tree.ts';

/** deploy/stores/description.json. */
export interface Description {
  /** The name of folders, services and users: lower-case letters. */
  readonly id: string;
  /** In reverse-domain form. */
  readonly appId: string;
  readonly name: string;
  /** Without a full stop, at most 80 characters. */
  readonly tagline: string;
  readonly summary: string;
  readonly paragraphs: readonly string[];
  readonly features: readonly string[];
  readonly keywords: readonly string[];
  /** An SPDX identifier. */
  readonly license: string;
  /** In Debian's names. */
  readonly architectures: readonly string[];
  /** The image without tag. */
  readonly image: string;
  /** The port of the machine. */
  readonly port: number;
  readonly containerPort: number;
  readonly dataFolder: string;
  /** The numeric user and group of the image. */
  readonly user: number;
  readonly health: { readonly live: string; readonly ready: string; readonly startSeconds: number };
  readonly stopSeconds: number;
  readonly resources: { readonly memoryMegabytes: number; readonly diskMegabytes: number };
  readonly publisher: Publisher;
}

export interface Publisher {
  readonly developer: string;
  readonly maintainer: string;
  readonly email: string;
  readonly website: string;
  readonly documentation: string;
  readonly repository: string;
  readonly support: string;
  /** The folder of release files, without the version. */
  readonly releases: string;
  /** The pull request at umbrel-apps. */
  readonly umbrelSubmission: string;
  /** The id that Artifact Hub gave to the chart repository. */
  readonly artifactHubRepository: string | null;
}

/** deploy/stores/published.json: facts that exist only after a version was published. */
export interface Published {
  readonly version: string | null;
  /** Digests of multi-architecture images (`sha256:…`), by image and tag. */
  readonly digests: Readonly<Record<string, string>>;
  /** The SHA-256 of the release archive, in hexadecimal digits. */
  readonly archiveSha256: string | null;
}

export interface StoreApp extends Description {
  readonly version: string;
  readonly images: {
    /** Needs DATABASE_URL. */
    readonly service: string;
    /** Has its own PostgreSQL. */
    readonly embedded: string;
    readonly database: string;
  };
  readonly archive: { readonly url: string; readonly sha256: string | null };
}

/** Reads the description in the project. */
export function readStoreApp(): StoreApp {
  const compose = parse(read('deploy/compose.yaml')) as { services: { database: { image: string } } };
  return storeApp(
    json<Description>('deploy/stores/description.json'),
    json<Published>('deploy/stores/published.json'),
    { version: json<{ version: string }>('package.json').version, database: compose.services.database.image },
  );
}

/** Digests and hashes of another version than `release.version` are left out. */
export function storeApp(
  description: Description,
  published: Published,
  release: { readonly version: string; readonly database: string },
): StoreApp {
  const { version, database } = release;
  const facts = published.version === version ? published : { digests: {}, archiveSha256: null };
  const pinned = (image: string) => {
    const digest = (facts.digests as Published['digests'])[image];
    return digest === undefined ? image : `${image}@${digest}`;
  };
  return {
    ...description,
    version,
    images: {
      service: pinned(`${description.image}:${version}`),
      embedded: pinned(`${description.image}:${version}-embedded`),
      database: pinned(database),
    },
    archive: {
      url: `${description.publisher.releases}/v${version}/${description.id}-${version}.tar.gz`,
      sha256: facts.archiveSha256,
    },
  };
}

function json<T>(path: string): T {
  return JSON.parse(read(path)) as T;
}

function read(path: string): string {
  return readFileSync(join(projectRoot, path), 'utf8');
}
