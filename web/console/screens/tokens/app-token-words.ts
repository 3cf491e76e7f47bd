// The names of the scopes that a further token of an app can have.
import type { Scope } from '../../../../src/core/access.ts';
import { effectWords } from '../../../../src/core/effects/scope-effects.ts';
import { scopeWords } from '../../../../src/core/scope-words.ts';
import { words } from '../../words/words.ts';

/** A token of an app cannot change the app: its scope apps:write only uploads pictures. */
export const appTokenWords = () => ({
  ...scopeWords,
  'apps:read': words.tokens.seeShop,
  'apps:write': words.tokens.uploadPictures,
});

export function appTokenEffects(scope: Scope): string {
  return scope === 'apps:write' ? '' : effectWords(scope);
}
