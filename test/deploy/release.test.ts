// The contents of a release: its notes, migrations, checksums, origin and signature.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { sectionOf, withVersion } from '../../tools/release/changelog.ts';
import { withMigrations } from '../../tools/release/prepare.ts';
import { signFile, verifyFile } from '../../tools/release/signature.ts';
import { checksums, provenance, settledSbom } from '../../tools/release/statements.ts';

const folder = mkdtempSync(join(tmpdir(), 'quittance-release-'));
after(() => rmSync(folder, { recursive: true }));

const changelog = `# Changelog

## [Unreleased]

To become 0.2.0, the second release.

### Added

- A thing.

## [0.1.0] - 2026-11-23

### Added

- All of it.
`;

test('the note of a release is the changelog’s section of its version', () => {
  assert.equal(sectionOf(changelog, '0.1.0'), '### Added\n\n- All of it.\n');
  assert.throws(() => sectionOf(changelog, '0.2.0'), /no section for 0\.2\.0/);
  assert.throws(() => sectionOf('## [0.3.0] - 2027-01-01\n\n## [0.2.0] - 2026-12-01\n\n- A.', '0.3.0'), /is empty/);
});

test('what was unreleased becomes a version with its day, and leaves an empty section behind', () => {
  const released = withVersion(changelog, '0.2.0', '2026-12-01');
  assert.match(
    released,
    /## \[Unreleased\]\n\n## \[0\.2\.0\] - 2026-12-01\n\n### Added\n\n- A thing\.\n\n## \[0\.1\.0\]/,
  );
  assert.equal(sectionOf(released, '0.2.0'), '### Added\n\n- A thing.\n');
  assert.throws(() => withVersion(released, '0.3.0', '2026-12-02'), /no unreleased changes/);
  assert.throws(() => withVersion(changelog, '0.1.0', '2026-12-02'), /already/);
});

test('a release lists the migrations that are new in it, and leaves the lists of earlier ones alone', () => {
  const before = JSON.stringify({ at_a_release: 'Add.', versions: { '0.1.0': { '0001-a.sql': 'aa' } } });
  const migrations = [
    { name: '0001-a.sql', checksum: 'changed' },
    { name: '0002-b.sql', checksum: 'bb' },
  ];
  assert.deepEqual(JSON.parse(withMigrations(before, '0.2.0', migrations)).versions, {
    '0.1.0': { '0001-a.sql': 'aa' },
    '0.2.0': { '0002-b.sql': 'bb' },
  });
  assert.throws(() => withMigrations(before, '0.1.0', migrations), /already/);
});

test('checksums are what sha256sum reads, in the order of names', () => {
  const name = join(folder, 'b.txt');
  writeFileSync(name, 'hello\n');
  const sha256 = '5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03';
  const text = checksums([
    { name: 'b.txt', sha256 },
    { name: 'a.txt', sha256: '0'.repeat(64) },
  ]);
  assert.deepEqual(
    text.split('\n').map((line) => line.slice(66)),
    ['a.txt', 'b.txt', ''],
  );
  execFileSync('sha256sum', ['--check', '--ignore-missing', '--quiet'], { cwd: folder, input: text });
});

test('the provenance is an in-toto statement over every file, and the same for the same commit', () => {
  const files = [
    { name: 'b', sha256: 'bb' },
    { name: 'a', sha256: 'aa' },
  ];
  const origin = { version: '0.1.0', revision: 'c0ffee', repository: null, lockSha256: 'dd', baseImage: 'node:24' };
  const statement = JSON.parse(provenance(files, origin));
  assert.equal(statement._type, 'https://in-toto.io/Statement/v1');
  assert.equal(statement.predicateType, 'https://slsa.dev/provenance/v1');
  assert.deepEqual(statement.subject, [
    { name: 'a', digest: { sha256: 'aa' } },
    { name: 'b', digest: { sha256: 'bb' } },
  ]);
  const { resolvedDependencies } = statement.predicate.buildDefinition;
  assert.deepEqual(resolvedDependencies[0].digest, { gitCommit: 'c0ffee' });
  assert.deepEqual(resolvedDependencies[1].digest, { sha256: 'dd' });
  assert.equal(provenance([...files].reverse(), origin), provenance(files, origin));
});

test('the bill of materials names the commit’s time and a number of its content, not now and chance', () => {
  const made = (serialNumber: string, timestamp: string) =>
    JSON.stringify({
      bomFormat: 'CycloneDX',
      serialNumber,
      metadata: { timestamp, tools: [] },
      components: [{ name: 'pg' }],
    });
  const one = settledSbom(made('urn:uuid:1', '2026-11-23T00:00:00Z'), 1_764_000_000);
  assert.equal(one, settledSbom(made('urn:uuid:2', '2027-01-01T00:00:00Z'), 1_764_000_000));
  const { serialNumber, metadata } = JSON.parse(one);
  assert.match(serialNumber, /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.equal(metadata.timestamp, '2025-11-24T16:00:00.000Z');
  assert.notEqual(one, settledSbom(made('urn:uuid:1', '').replace('pg', 'qg'), 1_764_000_000));
});

test('a release is signed by a key of the list, and a changed file or a stranger’s key is not believed', async () => {
  const file = join(folder, 'SHA256SUMS');
  writeFileSync(file, 'aa  a\n');
  for (const name of ['ours', 'strangers'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', name, '-f', join(folder, name)]);
  const signers = join(folder, 'signers');
  const key = readFileSync(join(folder, 'ours.pub'), 'utf8');
  writeFileSync(signers, `release@quittance namespaces="quittance-release" ${key}`);
  await signFile(file, join(folder, 'ours'));
  await verifyFile(file, signers);
  writeFileSync(file, 'bb  a\n');
  await assert.rejects(verifyFile(file, signers), /ended with 255/);
  rmSync(`${file}.sig`);
  await signFile(file, join(folder, 'strangers'));
  await assert.rejects(verifyFile(file, signers), /ended with 255/);
});
