// The scopes of a further token of an app, in words.
import type { Scope } from '../../../../src/core/access.ts';
import { effectWords } from '../../../../src/core/effects/scope-effects.ts';
import { scopeWords } from '../../../../src/core/scope-words.ts';

/** An app's token changes no app: this scope only uploads pictures. */
export const appTokenWords = { ...scopeWords, 'apps:read': 'See this shop', 'apps:write': 'Upload pictures' };

export function appTokenEffects(scope: Scope): string {
  return scope === 'apps:write' ? '' : effectWords(scope);
}
