// GET /sessions: where the person is signed in.

import { Problem } from '../../../../core/problem.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { Type } from '../../../../io/schema.ts';
import type { Instance } from '../../../instance.ts';
import { listSessionsOf } from '../session-store.ts';
import { SessionView, sessionView } from '../view.ts';

export function listSessions(instance: Instance): Operation {
  return operation({
    id: 'listSessions',
    method: 'GET',
    path: '/sessions',
    group: 'Sessions',
    summary: 'List browser sessions',
    description: 'Where the caller is signed in, this browser included.',
    access: { cookie: true },
    answer: Type.Array(SessionView),
    handle: async ({ caller }) => {
      if (caller.kind !== 'cookie') throw new Problem('forbidden');
      const sessions = await listSessionsOf(instance.db, caller.userId, instance.clock.now());
      return sessions.map((session) => sessionView(session, caller.sessionId));
    },
  });
}
