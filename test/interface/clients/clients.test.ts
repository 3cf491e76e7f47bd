// The clients as packages: their versions, their recorded cases, and unit tests that need no service.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { cases } from '../../../drills/conformance/cases.ts';
import { languages } from '../../../drills/conformance/languages.ts';
import { passedCases } from '../../../tools/docs/pages/client-rows.ts';
import { clientVersions } from '../../../tools/release/client-versions.ts';
import { projectRoot } from '../../rig/house/source-tree.ts';
import { clientTests } from '../../rig/interface/client-tests.ts';

test('every client has the version of the service', () => {
  const { version } = JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string };
  for (const { path, versionIn } of clientVersions) {
    assert.equal(versionIn.exec(readFileSync(join(projectRoot, path), 'utf8'))?.[1], version, path);
  }
});

test('every client passed every case in its last recorded run', () => {
  const ids = cases.map(({ id }) => id);
  assert.equal(new Set(ids).size, ids.length);
  for (const { name } of languages) {
    const passed = passedCases(name);
    assert.deepEqual(
      ids.filter((id) => !passed.has(id)),
      [],
      `npm run conformance -- ${name} --record`,
    );
  }
});

test('the unit tests of the Python client pass', async () => {
  assert.match(await clientTests('sdk/python', ['python3', '-m', 'unittest']), /^OK$/m);
});

test('the Go client is formatted, and its unit tests pass', async () => {
  assert.equal(await clientTests('sdk/go', ['gofmt', '-l', '.']), '');
  assert.match(await clientTests('sdk/go', ['go', 'test', './...']), /^ok\s+quittance\.example\/quittance\s/m);
});

test('the classes of the PHP client agree, one for each file', async () => {
  assert.match(await clientTests('sdk/php', ['php', 'tests/load-all.php']), /^\d+ classes$/m);
});
