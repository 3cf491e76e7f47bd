// The caller of a logged call in words: its token's name, or the kind of its credential.
import type { Request } from '../../../../sdk/typescript/src/generated/api.ts';
import { words } from '../../words/words.ts';

export function callerOf({ caller_kind, token_name, actor }: Request): string {
  if (token_name !== null) return token_name;
  if (caller_kind === 'session') return words.requests.session;
  return caller_kind === 'app_token' ? words.requests.mainToken : actor;
}
