// Each reason for a missing transfer has a sentence with the next step.
import '../../../../../../test/rig/words/console-in-english.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unsignedReasons } from '../../../../../../src/features/evidence/refunds/psbt/unsigned-reason.ts';
import { unsignedText } from './unsigned-text.ts';

test('every reason of the API has its own sentence, and an unknown one is named', () => {
  for (const reason of unsignedReasons) assert.doesNotMatch(unsignedText(reason), /The reason:/, reason);
  assert.match(unsignedText('in_batch'), /Do not send it separately/);
  assert.match(unsignedText('earlier_psbt_sent'), /wait for its confirmation/);
  assert.match(unsignedText('exceeds_paid'), /do not send this one/);
  assert.equal(unsignedText('moon_phase'), 'There is no transfer to sign. The reason: moon_phase');
});
