// A server that is too old is rejected before anything is written to it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StartFault } from '../start-fault.ts';
import { refuseOldServer } from './server-version.ts';

test('a PostgreSQL before 15 is refused with what was found and what is needed', () => {
  assert.throws(
    () => refuseOldServer(140_011, '14.11 (Debian)'),
    (error) => {
      assert(error instanceof StartFault);
      assert.match(error.message, /PostgreSQL 14\.11 \(Debian\); version 15 or newer/);
      return true;
    },
  );
  assert.throws(() => refuseOldServer(90_624, '9.6.24'), StartFault);
});

test('PostgreSQL 15 and everything after it is taken', () => {
  refuseOldServer(150_000, '15.0');
  refuseOldServer(180_004, '18.4');
});
