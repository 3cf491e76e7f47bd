// The operation that creates apps.
import type { Operation } from '../../../io/http/operation.ts';
import type { Instance } from '../../instance.ts';
import type { PictureIntake } from '../../people/uploads/picture-intake.ts';
import { createApp } from './create-app.ts';

export function newAppRoutes(instance: Instance, pictures: PictureIntake): Operation[] {
  return [createApp(instance, pictures)];
}
