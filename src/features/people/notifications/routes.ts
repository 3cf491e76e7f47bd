// The operations on the caller's notifications: channels, and the kinds that go by each.
import type { Operation } from '../../../io/http/operation.ts';
import type { Instance } from '../../instance.ts';
import { createChannel } from './create-channel.ts';
import { deleteChannel } from './delete-channel.ts';
import { listChannels } from './list-channels.ts';
import { listChoices } from './list-choices.ts';
import { testChannel } from './test-channel.ts';
import { updateChoice } from './update-choice.ts';

export function notificationRoutes(instance: Instance): Operation[] {
  return [
    listChannels(instance),
    createChannel(instance),
    deleteChannel(instance),
    testChannel(instance),
    listChoices(instance),
    updateChoice(instance),
  ];
}
