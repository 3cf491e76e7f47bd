// Adds facts about a published version to the known ones.
import type { Published, StoreApp } from './description.ts';

interface Found {
  /** The content of SHA256SUMS of a release; null if there is none. */
  readonly sums: string | null;
  /** `image:tag=sha256:…`. */
  readonly digests: readonly string[];
}

/** Facts about another version are dropped. Throws an error that names what is wrong. */
export function publishedFacts(known: Published, app: StoreApp, { sums, digests }: Found): Published {
  const base: Published =
    known.version === app.version ? known : { version: app.version, digests: {}, archiveSha256: null };
  const named = new Set(Object.values(app.images).map((image) => image.replace(/@.*/, '')));
  const given = digests.map((text): [string, string] => {
    const [, image = '', digest = ''] = /^(.+)=(sha256:[0-9a-f]{64})$/.exec(text) ?? [];
    if (!named.has(image)) throw new Error(`${text} is not IMAGE=sha256:… of one of: ${[...named].join(', ')}`);
    return [image, digest];
  });
  return {
    ...base,
    digests: { ...base.digests, ...Object.fromEntries(given) },
    archiveSha256: sums === null ? base.archiveSha256 : archiveHash(sums, app),
  };
}

function archiveHash(sums: string, app: StoreApp): string {
  const name = app.archive.url.split('/').at(-1) ?? '';
  const line = sums.split('\n').find((each) => each.endsWith(` ${name}`) || each.endsWith(`*${name}`));
  const hash = /^[0-9a-f]{64}/.exec(line ?? '')?.[0];
  if (hash === undefined) throw new Error(`SHA256SUMS has no line for ${name}`);
  return hash;
}
