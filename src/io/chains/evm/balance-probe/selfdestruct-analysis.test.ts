// The analysis finds SELFDESTRUCT and contract creation wherever they could run, and nowhere else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { delegateOf, maySelfdestruct } from './selfdestruct-analysis.ts';

const account = '00112233445566778899aabbccddeeff00112233';

function all(codes: Readonly<Record<string, string>>, wanted: boolean): void {
  for (const [what, code] of Object.entries(codes))
    assert.equal(maySelfdestruct(`0x${code.replaceAll(' ', '')}`), wanted, `${what}: ${code}`);
}

test('A15-selfdestruct: SELFDESTRUCT, CREATE and CREATE2 are found where code runs', () => {
  all(
    {
      'at the start': 'ff',
      'after a PUSH': '6000 ff',
      'after a PUSH32': `7f ${'00'.repeat(32)} ff`,
      'in both branches of a JUMPI': '6000 6004 57 ff 5b 00',
      'at a jump destination that only a computed jump reaches': '6000 35 56 5b 33 ff',
      'after a destination behind an ending': '00 5b ff',
      'a contract that is made': '6000 6000 6000 f0 00',
      'a contract that is made at a known place': '6000 6000 6000 6000 f5 00',
    },
    true,
  );
});

test('data of a PUSH, unreachable code and accounts without code never run', () => {
  all(
    {
      nothing: '',
      'data of a PUSH': '61 fff0 00',
      'data of a PUSH that is cut off': '60',
      'data of a PUSH32, with what looks like a destination': `7f ${'5bff'.repeat(16)} 00`,
      'behind STOP': '00 ff',
      'behind a jump': '6003 56 ff f0',
      'behind RETURN': 'f3 f0',
      'behind REVERT': 'fd f5',
      'behind INVALID': 'fe ff',
      'what follows a destination that is data': '00 60 5b ff',
    },
    false,
  );
});

test("a compiler's metadata does not count as code, whatever bytes it has", () => {
  const code = '6080604052600080fd';
  const hash = 'ff'.repeat(8) + 'f0'.repeat(8) + 'f5'.repeat(16);
  all({ solc: `${code}fea2646970667358221220${hash}64736f6c634300081e0033` }, false);
  // A jump destination inside a hash is a valid destination for the EVM too.
  all({ solc: `${code}fea26469706673582212205b${hash.slice(2)}64736f6c634300081e0033` }, true);
});

test('after an unknown opcode, no byte counts as an ending until the next destination', () => {
  all({ 'EIP-8024': 'e6 00 ff', 'several of them': 'e6 56 0c fd f0' }, true);
  all({ 'EIP-8024': 'e6 00 5b 00 ff', 'not where nothing runs': '00 e6 00 ff' }, false);
});

test('unknown code formats may do anything; delegated code is found by its account', () => {
  all({ 'EIP-3541': 'ef00 01', 'EIP-7702': `ef0100${account}` }, true);
  assert.equal(delegateOf(`0xef0100${account}`), `0x${account}`);
  for (const code of ['0x', '0xef0100', `0xef0100${account}00`, `0xef0101${account}`, `0x60${account}`])
    assert.equal(delegateOf(code), null, code);
});
