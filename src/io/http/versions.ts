// The versions of an operation: upgrades requests of older versions to the newest one, and downgrades its answers.
import type { TSchema } from 'typebox';
import { Problem } from '../../core/problem.ts';
import { bracketedNames } from './lists/list-query.ts';
import { compileSerializer } from './serialization.ts';
import { compileValidator, fieldErrors } from './validation.ts';

/** An older version that is still supported. Its functions are pure. */
export interface OlderVersion {
  readonly version: number;
  /** The UTC day since when callers are asked to leave it, such as '2027-01-15'. */
  readonly deprecatedOn: string;
  /** The UTC day from which it may be removed. Null if not decided. */
  readonly sunsetOn: string | null;
  /** The changes in the next version, and how callers adapt to them. */
  readonly changes: string;
  /** The complete schemas of its requests and answers. */
  readonly query?: TSchema;
  readonly body?: TSchema;
  readonly answer: TSchema;
  /** Converts its valid request into one of the next version. Without it, requests are the same. */
  readonly up?: (sent: SentParts) => SentParts;
  /**
   * Converts a body of the next version into one of this version. Without it, bodies are the same. It may also get
   * answers that were stored under an Idempotency-Key before the next version existed, so it must leave bodies of this
   * version unchanged.
   */
  readonly down?: (body: unknown) => unknown;
}

export interface SentParts {
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** The parts of an operation's declaration that concern versions. */
export interface VersionDeclaration {
  readonly id: string;
  readonly version?: number;
  readonly olderVersions?: readonly OlderVersion[];
  readonly query?: TSchema;
  readonly answer: TSchema;
  readonly contentType?: string;
}

/** Returns the newest version of an operation. */
export function newestVersion({ version }: Pick<VersionDeclaration, 'version'>): number {
  return version ?? 1;
}

/** Returns all supported versions, oldest first. */
export function supportedVersions(declared: Pick<VersionDeclaration, 'version' | 'olderVersions'>): number[] {
  const older = (declared.olderVersions ?? []).map(({ version }) => version);
  return [...older.toReversed(), newestVersion(declared)];
}

/** Returns the query schema of one version: its own parameters, and `v`, which must be one of `versions`. */
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
    // A list rejects unknown parameters, because a misspelt filter would return the wrong rows.
    ...((answer as { type?: string }).type === 'array' ? { additionalProperties: false } : {}),
  };
}

/** The functions that serve the older versions of one operation. */
export interface VersionTable {
  /**
   * Returns null for the newest version. Throws Problem version_required or version_unsupported, which name the
   * supported ones.
   */
  read(query: Readonly<Record<string, unknown>>): OlderVersion | null;
  /**
   * Converts the request into one of the newest version. Throws Problem validation_failed in the terms of the old
   * version.
   */
  upgrade(older: OlderVersion, sent: SentParts): SentParts;
  /** Converts a body of the newest version into the serialized body of the old one. */
  downgrade(older: OlderVersion, body: unknown): string;
}

/** Throws if the versions are not consecutive, so that the service does not start with undeclared ones. */
export function versionTable(declared: VersionDeclaration): VersionTable {
  const newest = newestVersion(declared);
  const older = declared.olderVersions ?? [];
  older.forEach(({ version }, index) => {
    if (version === newest - 1 - index && version > 0) return;
    throw new Error(
      `${declared.id}: its older versions must be consecutive from ${newest - 1} downwards, newest first`,
    );
  });
  if (older.length > 0 && declared.contentType !== undefined)
    throw new Error(`${declared.id}: a stream cannot have older versions`);
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

/** Validates requests and serializes answers by the old version's schemas. */
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

/** RFC 9745 and RFC 8594: since when it is deprecated, from when it may be removed, and a link to the documentation. */
export function deprecationHeaders(older: OlderVersion, publicUrl: string): Record<string, string> {
  return {
    deprecation: `@${Date.parse(`${older.deprecatedOn}T00:00:00Z`) / 1000}`,
    ...(older.sunsetOn === null ? {} : { sunset: new Date(`${older.sunsetOn}T00:00:00Z`).toUTCString() }),
    link: `<${publicUrl}/docs/versions>; rel="deprecation"; type="text/html"`,
  };
}
