// The conformance suite: what every chain family must do before money may be counted by it. A family passes it, or is
// not done.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { proveAddresses, provePaymentUris } from './address-rules.ts';
import { proveChain } from './chain-rules.ts';
import type { Ability, Driver, Ground } from './driver.ts';
import { proveEndpoints } from './endpoint-rules.ts';
import type { Play } from './play.ts';
import { withChain } from './reading.ts';
import { proveReorgs } from './reorg-rules.ts';

/** Registers the tests of one family; its node runs from the first of them to the last. */
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
  // What needs no chain is proved by the family's own driver.
  if (driver.name === undefined) {
    proveAddresses(play);
    provePaymentUris(play);
  }
  proveChain(play);
  proveReorgs(play);
  proveEndpoints(play);
}

/** What is said to be absent must be, or a driver could talk its family out of a rule. */
async function assertAbsent(ability: Ability, driver: Driver, ground: Ground): Promise<void> {
  if (ability === 'finality') assert.equal(await withChain(driver, ground.facts, (chain) => chain.finalized()), null);

  const has: Record<Ability, boolean> = {
    fail: ground.fail !== undefined,
    replace: ground.replace !== undefined,
    token: ground.token !== undefined,
    hide: ground.endpoint.hide !== undefined,
    extended_keys: driver.addresses.keys.length > 0,
    // Answers of the chain: looked at above, and in the rules that concern them.
    finality: false,
    sender: false,
  };
  assert.equal(has[ability], false);
}
