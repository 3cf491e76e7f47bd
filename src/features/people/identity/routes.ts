// The operations on the caller's own account: personal access tokens, browser sessions and passkeys.
import type { Operation } from '../../../io/http/operation.ts';
import type { Instance } from '../../instance.ts';
import { getAccount } from './email-change/get-account.ts';
import { createPasskey } from './passkeys/create-passkey.ts';
import { deletePasskey } from './passkeys/delete-passkey.ts';
import { listPasskeys } from './passkeys/list-passkeys.ts';
import { preparePasskey } from './passkeys/prepare-passkey.ts';
import { createPersonalAccessToken } from './personal-access-tokens/create-personal-access-token.ts';
import { deletePersonalAccessToken } from './personal-access-tokens/delete-personal-access-token.ts';
import { getPersonalAccessToken } from './personal-access-tokens/get-personal-access-token.ts';
import { listPersonalAccessTokens } from './personal-access-tokens/list-personal-access-tokens.ts';
import { endSession } from './sessions/end-session.ts';
import { listSessions } from './sessions/list-sessions.ts';

export function identityRoutes(instance: Instance): Operation[] {
  return [
    getAccount(instance),
    listPersonalAccessTokens(instance),
    createPersonalAccessToken(instance),
    getPersonalAccessToken(instance),
    deletePersonalAccessToken(instance),
    listSessions(instance),
    endSession(instance),
    listPasskeys(instance),
    preparePasskey(instance),
    createPasskey(instance),
    deletePasskey(instance),
  ];
}
