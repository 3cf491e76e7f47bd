// GET /notification-choices: lists each kind of notification with the ways that the caller chose.
import { notificationKinds } from '../../../core/notifications/notification.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { type Choice, listChoicesOf } from '../../known/channels/choice-store.ts';
import { personOf } from '../identity/person.ts';
import { ChoiceView, choiceView } from './view.ts';

export function listChoices(instance: Instance): Operation {
  return operation({
    id: 'listNotificationChoices',
    method: 'GET',
    path: '/notification-choices',
    group: 'Notifications',
    summary: 'List notification choices',
    description:
      '`id` is the caller’s. There is one choice for each kind of notification. ' +
      'They cover all apps that the caller is a member of.',
    access: { cookie: true, pat: 'account:read' },
    answer: Type.Object({ id: uuid, choices: Type.Array(ChoiceView) }),
    handle: async ({ caller }) => {
      const id = personOf(caller);
      const choices = await listChoicesOf(instance.db, id);
      const viewOf = (kind: Choice['kind']) => choiceView(kind, choices.find((one) => one.kind === kind) ?? null);
      return { id, choices: notificationKinds.map(viewOf) };
    },
  });
}
