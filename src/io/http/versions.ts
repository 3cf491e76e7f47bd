// The versions of one operation: which there are, how a request of an old one becomes one of the newest, and its answer
// an old one again.
import type { TSchema } from 'typebox';
import { Problem } from '../../core/problem.ts';
import { bracketedNames } from './lists/list-query.ts';
import { compileSerializer } from './serialization.ts';
import { compileValidator, fieldErrors } from './validation.ts';

/** A version that is still answered although there is a newer one. Its functions are pure. */
export interface OlderVersion {
  readonly version: number;
  /** Since when callers are told to leave it, e.g. '2027-01-15'. A day in UTC. */
  readonly deprecatedOn: string;
  /** From when on it may be gone; null while nobody has said. A day in UTC. */
  readonly sunsetOn: string | null;
  /** What the version after it changed, and what callers do about it. */
  readonly changes: string;
  /** What it takes and answers, all of it as it was. */
  readonly query?: TSchema;
  readonly body?: TSchema;
  readonly answer: TSchema;
  /** Makes of its request, which is valid by its own schemas, one of the version after it. Left out, it is the same. */
  readonly up?: (sent: SentParts) => SentParts;
  /**
   * Makes of a body of the version after it one of its own. Left out, it is the same. What was kept under an
   * Idempotency-Key before the newer version came is given to it too, so it leaves alone what is already of its own.
   */
  readonly down?: (body: unknown) => unknown;
}

export interface SentParts {
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** What an operation says of its versions. */
export interface VersionDeclaration {
  readonly id: string;
  readonly version?: number;
  readonly olderVersions?: readonly OlderVersion[];
  readonly query?: TSchema;
  readonly answer: TSchema;
  readonly contentType?: string;
}

/** The newest version of an operation. */
export function newestVersion({ version }: Pick<VersionDeclaration, 'version'>): number {
  return version ?? 1;
}

/** All that are answered, oldest first. */
export function supportedVersions(declared: Pick<VersionDeclaration, 'version' | 'olderVersions'>): number[] {
  const older = (declared.olderVersions ?? []).map(({ version }) => version);
  return [...older.toReversed(), newestVersion(declared)];
}

/** The query schema of one version: its own parameters, and `v`, which must be one of `versions`. */
export function versionedQuery(
  { query, answer }: { readonly query?: TSchema | undefined; readonly answer: TSchema },
  versions: readonly number[],
): object {
  const own = (query ?? {}) as unknown as { properties?: Record<string, TSchema>; required?: string[] };
  return {
    type: 'object',
    properties: { v: { type: 'integer', enum: versions, description: 'Version of the operation.' }, ...own.properties },
    required: ['v', ...(own.required ?? [])],
    patternProperties: bracketedNames(own.properties ?? {}),
    // A list takes nothing else: a misspelt filter would show what was not asked for.
    ...((answer as { type?: string }).type === 'array' ? { additionalProperties: false } : {}),
  };
}

/** What serving the older versions of one operation takes. */
export interface VersionTable {
  /** null for the newest. Throws Problem version_required or version_unsupported, which name those there are. */
  read(query: Readonly<Record<string, unknown>>): OlderVersion | null;
  /** The request as one of the newest. Throws Problem validation_failed in the words of the old version. */
  upgrade(older: OlderVersion, sent: SentParts): SentParts;
  /** The newest version's body, as text of the old one. */
  downgrade(older: OlderVersion, body: unknown): string;
}

/** Throws for versions that do not follow each other: better no service than one that answers what nobody declared. */
export function versionTable(declared: VersionDeclaration): VersionTable {
  const newest = newestVersion(declared);
  const older = declared.olderVersions ?? [];
  older.forEach(({ version }, index) => {
    if (version === newest - 1 - index && version > 0) return;
    throw new Error(`${declared.id}: its older versions must be ${newest - 1} and so on downwards, newest first`);
  });
  if (older.length > 0 && declared.contentType !== undefined)
    throw new Error(`${declared.id}: a stream has no older versions`);
  const known = supportedVersions(declared);
  const parts = new Map(older.map((one) => [one, partsOf(one)]));
  const from = (one: OlderVersion) => older.slice(0, older.indexOf(one) + 1);
  return {
    read({ v }) {
      if (v === String(newest)) return null;
      const asked = older.find(({ version }) => v === String(version));
      if (asked !== undefined) return asked;
      const facts = { detail: `Use the query parameter v=${newest}. Supported versions: ${known.join(', ')}.` };
      throw new Problem(v === undefined || v === '' ? 'version_required' : 'version_unsupported', facts);
    },
    upgrade(one, sent) {
      parts.get(one)?.check(sent);
      const made = from(one).reduceRight((at, step) => step.up?.(at) ?? at, sent);
      return { ...made, query: { ...made.query, v: newest } };
    },
    downgrade(one, body) {
      const made = from(one).reduce((at, step) => (step.down === undefined ? at : step.down(at)), body);
      return parts.get(one)?.write(made) ?? '';
    },
  };
}

/** What an old version takes is checked, and what it answers is written, by its own schemas. */
function partsOf(older: OlderVersion): { check(sent: SentParts): void; write(body: unknown): string } {
  const query = compileValidator(versionedQuery(older, [older.version]), 'querystring');
  const body = older.body === undefined ? null : compileValidator(older.body, 'body');
  return {
    check(sent) {
      const isValid = [query(sent.query), body === null || body(sent.body)].every(Boolean);
      const errors = fieldErrors([...(query.errors ?? []), ...(body?.errors ?? [])]);
      if (!isValid) throw new Problem('validation_failed', { errors });
    },
    write: compileSerializer(older.answer),
  };
}

/** RFC 9745 and RFC 8594: since when it is deprecated, from when on it may be gone, and where to read on. */
export function deprecationHeaders(older: OlderVersion, publicUrl: string): Record<string, string> {
  return {
    deprecation: `@${Date.parse(`${older.deprecatedOn}T00:00:00Z`) / 1000}`,
    ...(older.sunsetOn === null ? {} : { sunset: new Date(`${older.sunsetOn}T00:00:00Z`).toUTCString() }),
    link: `<${publicUrl}/docs/versions>; rel="deprecation"; type="text/html"`,
  };
}
