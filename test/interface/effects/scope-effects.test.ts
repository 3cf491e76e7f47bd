// The declared effects of a scope match the operations that accept it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Scope, scopes } from '../../../src/core/access.ts';
import { type Effect, effects, effectTerms } from '../../../src/core/effects/effect.ts';
import type { Rule } from '../../../src/core/effects/rules.ts';
import { scopeEffects } from '../../../src/core/effects/scope-effects.ts';
import { type ThingName, things } from '../../../src/core/effects/writable-fields.ts';
import { declaredOperations } from '../../rig/interface/described-api.ts';

/**
 * An effect with its own scope belongs to that scope alone. Any other belongs to each scope that can write such a
 * field.
 */
function effectsBy(scope: Scope): Effect[] {
  const written = declaredOperations().flatMap(({ access, writes }) =>
    writes !== undefined && (access.pat === scope || access.oauth2 === scope) ? effectsIn(writes) : [],
  );
  return effects.filter((effect) => {
    const { scope: own } = effectTerms[effect];
    return own === null ? written.includes(effect) : own === scope;
  });
}

function effectsIn(name: ThingName): Effect[] {
  const rules: readonly Rule<never>[] = Object.values(things[name]);
  return rules.flatMap(({ effect }) => effect ?? []);
}

test('the consent page names the effects that the operations of a scope can have', () => {
  assert.deepEqual(scopeEffects, Object.fromEntries(scopes.map((scope) => [scope, effectsBy(scope)])));
});
