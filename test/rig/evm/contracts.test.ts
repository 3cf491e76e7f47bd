// The compiled contracts match their sources.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contract, contractSources, readCompiled } from './contracts.ts';

test('each contract is compiled from the source that is in the tree', () => {
  const { compiler, contracts } = readCompiled();
  assert.equal(compiler, 'solc@0.8.30');
  const declared = Object.values(contractSources()).flatMap((text) =>
    [...text.matchAll(/^contract (\w+)/gm)].map(([, name]) => name),
  );
  assert.deepEqual(Object.keys(contracts).sort(), declared.sort());
  assert.match(contract('Token').bytecode, /^0x[0-9a-f]+$/);
});

test('a source that was changed, added or removed after it was compiled is named', () => {
  const sources = contractSources();
  const { 'token.sol': token, ...others } = sources;
  assert.throws(
    () => readCompiled({ ...sources, 'token.sol': `${token} ` }),
    /^Error: token\.sol changed: run npx node/,
  );
  assert.throws(() => readCompiled({ ...sources, 'new.sol': '' }), /^Error: new\.sol changed/);
  assert.throws(() => readCompiled(others), /^Error: token\.sol changed/);
});
