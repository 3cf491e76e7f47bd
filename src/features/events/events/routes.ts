// The event operations.
import type { Operation } from '../../../io/http/operation.ts';
import type { Instance } from '../../instance.ts';
import { streamBounds } from './event-stream.ts';
import { getEvent } from './get-event.ts';
import { listEvents } from './list-events.ts';

export function eventRoutes(instance: Instance): Operation[] {
  return [listEvents(instance, streamBounds()), getEvent(instance)];
}
