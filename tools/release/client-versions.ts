// The files that have the version of a client.

export interface ClientVersion {
  readonly path: string;
  /** The version is its first group. */
  readonly versionIn: RegExp;
}

export const clientVersions: readonly ClientVersion[] = [
  { path: 'sdk/typescript/package.json', versionIn: /^ {2}"version": "(.+)"/m },
  { path: 'sdk/typescript/src/version.ts', versionIn: /version = '(.+)'/ },
  { path: 'sdk/python/pyproject.toml', versionIn: /^version = "(.+)"/m },
  { path: 'sdk/python/quittance/_version.py', versionIn: /__version__ = "(.+)"/ },
  { path: 'sdk/php/src/Transport.php', versionIn: /VERSION = '(.+)'/ },
  { path: 'sdk/go/transport.go', versionIn: /Version = "(.+)"/ },
];

/** The text with another version. Throws where it has none. */
export function withClientVersion(text: string, { path, versionIn }: ClientVersion, version: string): string {
  const [whole, old] = versionIn.exec(text) ?? [];
  if (whole === undefined || old === undefined) throw new Error(`${path} has no version.`);
  return text.replace(whole, whole.replace(old, version));
}
