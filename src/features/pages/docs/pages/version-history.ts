// The versions of each operation and the changes between them: GET /api/changelog.json and the page of versions.
import type { Operation } from '../../../../io/http/operation.ts';
import { newestVersion } from '../../../../io/http/versions.ts';

export interface OperationHistory {
  readonly operation: string;
  readonly method: string;
  /** Below /api, parameters in braces. */
  readonly path: string;
  readonly newest: number;
  /** The supported versions, newest first. */
  readonly versions: readonly DescribedVersion[];
}

interface DescribedVersion {
  readonly version: number;
  readonly status: 'current' | 'deprecated';
  /** Days in UTC; null if not applicable or not decided. */
  readonly deprecated_on: string | null;
  readonly sunset_on: string | null;
  /** The changes that the next version made; null for the newest. */
  readonly changes: string | null;
}

/** In the order of the operations. */
export function versionHistory(operations: readonly Operation[]): OperationHistory[] {
  return operations.map((declared) => {
    const newest = newestVersion(declared);
    const older = (declared.olderVersions ?? []).map(
      ({ version, deprecatedOn, sunsetOn, changes }): DescribedVersion => ({
        version,
        status: 'deprecated',
        deprecated_on: deprecatedOn,
        sunset_on: sunsetOn,
        changes,
      }),
    );
    const current = { status: 'current', deprecated_on: null, sunset_on: null, changes: null } as const;
    return {
      operation: declared.id,
      method: declared.method,
      path: declared.path.replaceAll(/:(\w+)/g, '{$1}'),
      newest,
      versions: [{ version: newest, ...current }, ...older],
    };
  });
}
