// A family of a hundred lines passes the suite, so docs/how-to/add-a-chain.md is complete.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ledgerDriver } from '../rig/conformance/ledger/ledger-driver.ts';
import { conformance } from '../rig/conformance/suite.ts';
import { projectRoot } from '../rig/house/source-tree.ts';

conformance(ledgerDriver);

test('the guide to a new family names every member that one must have', () => {
  const guide = readFileSync(join(projectRoot, 'docs/how-to/add-a-chain.md'), 'utf8');
  for (const [file, name] of [
    ['src/core/config/family-facts.ts', 'FamilyFacts'],
    ['src/io/chains/codec.ts', 'Codec'],
    ['src/io/chains/chain.ts', 'PaymentRail'],
    ['src/io/chains/chain.ts', 'Chain'],
    ['src/io/chains/rails/rail.ts', 'RailFamily'],
    ['src/io/chains/rails/rail.ts', 'BlocklessRail'],
  ] as const) {
    const source = readFileSync(join(projectRoot, file), 'utf8');
    const body = new RegExp(`export interface ${name}(?: extends \\w+)? \\{([\\s\\S]*?)\\n\\}`).exec(source)?.[1] ?? '';
    const members = [...body.matchAll(/^ {2}(?:readonly )?(\w+)\??[(:]/gm)].map((found) => found[1] as string);
    assert.ok(members.length > 1, `${name} has members`);
    for (const member of members) assert.ok(guide.includes(`\`${member}\``), `${name}.${member} is not in the guide`);
  }
});
