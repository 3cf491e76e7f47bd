// The operations on doors.
import type { Operation } from '../../../io/http/operation.ts';
import type { Instance } from '../../instance.ts';
import { createDoor } from './create-door.ts';
import { listDoors } from './list-doors.ts';

export function doorRoutes(instance: Instance): Operation[] {
  return [listDoors(instance), createDoor(instance)];
}
