// The metadata of a release: checksums, the bill of materials, and provenance.
import { createHash } from 'node:crypto';

/** A file of the release, with its name in it. */
export interface ReleaseFile {
  readonly name: string;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** The inputs of the build. */
export interface Origin {
  readonly version: string;
  /** The commit's hash. */
  readonly revision: string;
  /** The URL of the cloned repository; null if there is no remote. */
  readonly repository: string | null;
  /** The SHA-256 of package-lock.json, in hexadecimal. That file contains the hash of every package. */
  readonly lockSha256: string;
  /** The base image of deploy/Dockerfile; null without images. */
  readonly baseImage: string | null;
}

/** In the format of `sha256sum --check`. */
export function checksums(files: readonly ReleaseFile[]): string {
  return inOrder(files)
    .map(({ name, sha256 }) => `${sha256}  ${name}\n`)
    .join('');
}

/**
 * An in-toto statement (v1) with SLSA provenance (v1): the files, the build process, and its inputs. It contains no
 * time and no machine, so that a rebuild of the same commit can be compared.
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
 * npm's CycloneDX document with the commit's time (seconds since 1970), and a serial number derived from its content.
 * The same packages give the same bytes.
 */
export function settledSbom(sbom: string, epoch: number): string {
  const document = JSON.parse(sbom) as { metadata?: { timestamp?: string }; serialNumber?: string };
  const { serialNumber: _, ...rest } = document;
  const settled = { ...rest, metadata: { ...rest.metadata, timestamp: new Date(epoch * 1000).toISOString() } };
  const hash = createHash('sha256').update(JSON.stringify(settled)).digest('hex');
  // RFC 9562, version 8: a custom UUID.
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
