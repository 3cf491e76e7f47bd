// GET /sessions: lists the browsers in which the person is signed in.

import { Problem } from '../../../../core/problem.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { pageAnswer, pageQuery, readPage, rowsOfPage } from '../../../../io/http/page.ts';
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
    description: 'Lists the browsers in which the caller is signed in, including this one.',
    access: { cookie: true },
    query: Type.Object(pageQuery),
    answer: Type.Array(SessionView),
    handle: async ({ caller, query, url }) => {
      if (caller.kind !== 'cookie') throw new Problem('forbidden');
      const page = readPage(query);
      const sessions = await listSessionsOf(instance.db, caller.userId, instance.clock.now());
      return pageAnswer(rowsOfPage(sessions, page), page, { publicUrl: instance.publicUrl, url }, (session) =>
        sessionView(session, caller.sessionId),
      );
    },
  });
}
