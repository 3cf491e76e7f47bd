// The operations on one's own account: personal access tokens and browser sessions.
import type { Operation } from '../../io/http/operation.ts';
import type { Instance } from '../instance.ts';
import { createPersonalAccessToken } from './create-personal-access-token.ts';
import { deletePersonalAccessToken } from './delete-personal-access-token.ts';
import { listPersonalAccessTokens } from './list-personal-access-tokens.ts';
import { endSession } from './sessions/end-session.ts';
import { listSessions } from './sessions/list-sessions.ts';

export function identityRoutes(instance: Instance): Operation[] {
  return [
    listPersonalAccessTokens(instance),
    createPersonalAccessToken(instance),
    deletePersonalAccessToken(),
    listSessions(instance),
    endSession(),
  ];
}
