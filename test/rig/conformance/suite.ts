// The conformance suite. Every chain family must pass it before the service may count money by it.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { proveAddresses, provePaymentUris } from './address-rules.ts';
import { proveChain } from './chain-rules.ts';
import type { Ability, Driver, Ground } from './driver.ts';
import { proveEndpoints } from './endpoint-rules.ts';
import type { Play } from './play.ts';
import { withChain } from './reading.ts';
import { proveReorgs } from './reorg-rules.ts';

/** Registers the tests of one family. Its node runs from the first to the last of them. */
export function conformance(driver: Driver): void {
  let running: Ground | undefined;
  const name = driver.name ?? driver.codec.name;
  const ground = (): Ground => {
    assert.ok(running !== undefined, 'the node is not running');
    return running;
  };
  const rule: Play['rule'] = (told, prove) => {
    test(`${name} conformance: ${told}`, () => prove(ground()));
  };
  const ruleOf: Play['ruleOf'] = (ability, told, prove) => {
    const why = driver.absent[ability];
    if (why === undefined) rule(told, prove);
    else test(`${name} conformance: ${told} does not apply. ${why}`, () => assertAbsent(ability, driver, ground()));
  };
  before(async () => {
    running = await driver.start();
  });
  after(() => running?.stop());
  const play: Play = { driver, ground, rule, ruleOf };
  // Rules that need no chain are tested with the family's own driver.
  if (driver.name === undefined) {
    proveAddresses(play);
    provePaymentUris(play);
  }
  proveChain(play);
  proveReorgs(play);
  proveEndpoints(play);
}

/** Asserts that a declared absence is true, so that a driver cannot exclude its family from a rule. */
async function assertAbsent(ability: Ability, driver: Driver, ground: Ground): Promise<void> {
  if (ability === 'coins') await withChain(driver, ground.facts, async ({ coins }) => assert.equal(coins, undefined));
  if (ability === 'finality') assert.equal(await withChain(driver, ground.facts, (chain) => chain.finalized()), null);

  const has: Record<Ability, boolean> = {
    fail: ground.fail !== undefined,
    replace: ground.replace !== undefined,
    token: ground.token !== undefined,
    hide: ground.endpoint.hide !== undefined,
    extended_keys: driver.addresses.keys.length > 0,
    // Properties of the chain's responses, which are checked above and in their own rules.
    finality: false,
    sender: false,
    coins: false,
  };
  assert.equal(has[ability], false);
}
