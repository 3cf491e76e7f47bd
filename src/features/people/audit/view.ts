// The API representation of audit log entries.

import { nullable, time, uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { AuditEntry } from './store.ts';

const members = (description: string) =>
  Type.Unsafe<object | null>({ type: ['object', 'null'], additionalProperties: true, description });

export const AuditEntryView = Type.Object({
  id: uuid,
  app_id: nullable(uuid),
  actor: Type.String({
    description: 'A person and their token, an app by its own token, or the operator by the command line.',
  }),
  action: Type.String({ description: 'The action, as in `app.updated`.' }),
  subject_type: Type.String(),
  subject_id: uuid,
  before: members('The changed fields before.'),
  after: members('The changed fields after.'),
  ip: nullable(Type.String()),
  user_agent: nullable(Type.String()),
  created_at: time,
});

export function auditEntryView(entry: AuditEntry) {
  return {
    id: entry.id,
    app_id: entry.appId,
    actor: entry.actor,
    action: entry.action,
    subject_type: entry.subjectType,
    subject_id: entry.subjectId,
    before: entry.before,
    after: entry.after,
    ip: entry.ip,
    user_agent: entry.userAgent,
    created_at: entry.createdAt.toISOString(),
  };
}
