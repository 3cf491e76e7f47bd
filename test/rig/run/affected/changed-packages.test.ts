// Finds the packages that differ between two lock files.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changedPackages } from './changed-packages.ts';

const lock = (versions: { readonly pg?: string; readonly types?: string; readonly above?: string }) =>
  JSON.stringify({
    packages: {
      '': { dependencies: { pg: '*' } },
      'node_modules/pg': { version: versions.pg ?? '8.0.0', dependencies: { 'pg-types': '*' } },
      'node_modules/pg/node_modules/pg-types': { version: versions.types ?? '4.0.0' },
      'node_modules/pg-types': { version: versions.above ?? '2.0.0' },
      'node_modules/pool': { version: '1.0.0', peerDependencies: { pg: '*' } },
      'node_modules/@scope/other': { version: '1.0.0' },
    },
  });

const since = (versions: Parameters<typeof lock>[0]) => changedPackages(lock({}), lock(versions));

test('a package of another version counts, and so do the packages that find it', () => {
  assert.deepEqual(since({}), new Set());
  assert.deepEqual(since({ pg: '8.1.0' }), new Set(['pg', 'pool']));
  assert.deepEqual(since({ types: '4.1.0' }), new Set(['pg', 'pool']));
  assert.deepEqual(since({ above: '2.1.0' }), new Set(['pg-types']));
});
