// What a release says of itself: checksums, the bill of materials, and where it comes from.
import { createHash } from 'node:crypto';

/** A file of the release, by its name in it. */
export interface ReleaseFile {
  readonly name: string;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** What the files were made of. */
export interface Origin {
  readonly version: string;
  /** The commit's hash. */
  readonly revision: string;
  /** Where the clone was made from; null where it has no remote. */
  readonly repository: string | null;
  /** Of package-lock.json, hexadecimal: it names every package by its hash. */
  readonly lockSha256: string;
  /** What deploy/Dockerfile built in; null without images. */
  readonly baseImage: string | null;
}

/** As `sha256sum --check` reads it. */
export function checksums(files: readonly ReleaseFile[]): string {
  return inOrder(files)
    .map(({ name, sha256 }) => `${sha256}  ${name}\n`)
    .join('');
}

/**
 * An in-toto statement (v1) with SLSA's provenance (v1): which files, made how, of what. It names no time and no
 * machine, so that whoever builds the same commit again can compare it.
 */
export function provenance(files: readonly ReleaseFile[], origin: Origin): string {
  const { version, revision, repository, lockSha256, baseImage } = origin;
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    subject: inOrder(files).map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:quittance:npm-run-release:v1',
        externalParameters: { version, revision },
        internalParameters: { node: process.versions.node, platform: `${process.platform}-${process.arch}` },
        resolvedDependencies: [
          { uri: `git+${repository ?? 'file:.'}@${revision}`, digest: { gitCommit: revision } },
          { uri: 'package-lock.json', digest: { sha256: lockSha256 } },
          ...(baseImage === null ? [] : [{ uri: `docker-image:${baseImage}` }]),
        ],
      },
      runDetails: { builder: { id: 'urn:quittance:maintainer-machine:v1' } },
    },
  };
  return `${JSON.stringify(statement, null, 2)}\n`;
}

/**
 * npm's CycloneDX document with the commit's time (seconds since 1970) instead of now, and a number that follows from
 * its content instead of chance: the same packages are told by the same bytes.
 */
export function settledSbom(sbom: string, epoch: number): string {
  const document = JSON.parse(sbom) as { metadata?: { timestamp?: string }; serialNumber?: string };
  const { serialNumber: _, ...rest } = document;
  const settled = { ...rest, metadata: { ...rest.metadata, timestamp: new Date(epoch * 1000).toISOString() } };
  const hash = createHash('sha256').update(JSON.stringify(settled)).digest('hex');
  // RFC 9562, version 8: a UUID of one's own making.
  const variant = ((Number.parseInt(hash.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  const uuid = [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    variant + hash.slice(17, 20),
    hash.slice(20, 32),
  ];
  return `${JSON.stringify({ ...settled, serialNumber: `urn:uuid:${uuid.join('-')}` }, null, 2)}\n`;
}

function inOrder(files: readonly ReleaseFile[]): ReleaseFile[] {
  return [...files].sort((one, other) => (one.name < other.name ? -1 : 1));
}
