// POST /sandbox/event: emits a made-up event with a made-up object.
import { eventTypes, type SubscribableEventType } from '../../../../core/event.ts';
import { type Operation, operation } from '../../../../io/http/operation.ts';
import { uuid } from '../../../../io/http/schemas.ts';
import { Type } from '../../../../io/schema.ts';
import { EventObject, eventView } from '../../../events/events/view.ts';
import type { Instance } from '../../../instance.ts';
import { refuseArchived } from '../../../people/apps/own-app.ts';
import { developmentApp, sandboxWriters } from '../development-app.ts';
import { emitMadeUpEvent } from './emit-made-up-event.ts';

const EventBody = Type.Object(
  {
    app_id: Type.Optional({ ...uuid, description: 'Implied by an app token.' }),
    type: Type.Unsafe<SubscribableEventType>({ type: 'string', enum: [...eventTypes] }),
  },
  { additionalProperties: false },
);

export function createSandboxEvent(instance: Instance): Operation {
  return operation({
    id: 'createSandboxEvent',
    method: 'POST',
    path: '/sandbox/event',
    group: 'Sandbox',
    summary: 'Emit a made-up event',
    description: [
      'For development apps. The event has a made-up object, with `simulated` true in `data`. It is sent to the',
      'webhooks of the app and listed like any other. The object itself does not exist, and no money is recorded.',
    ].join(' '),
    access: sandboxWriters,
    writes: 'simulation',
    body: EventBody,
    status: 201,
    answer: EventObject,
    problems: ['development_only', 'not_found', 'app_archived', 'simulation_refused'],
    handle: ({ body, caller, commit }) =>
      commit(async (trx) => {
        const app = refuseArchived(await developmentApp(trx, body.app_id, caller));
        return eventView(await emitMadeUpEvent(trx, instance, app, body.type));
      }),
  });
}
