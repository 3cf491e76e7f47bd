// Sends one notification to a channel, through the filter for outgoing requests to users' URLs.
import { secretsIn } from '../../../core/notifications/channel-address.ts';
import { channelRequest } from '../../../core/notifications/channel-request.ts';
import { type ChannelResult, judgeAnswer } from '../../../core/notifications/judge-answer.ts';
import type { Notification } from '../../../core/notifications/notification.ts';
import { OutboundFailure } from '../../../io/outbound/outbound-failure.ts';
import { signatureHeaders } from '../../../io/outbound/webhook-signature.ts';
import type { Instance } from '../../instance.ts';
import { openAddress } from './channel-address.ts';
import type { Channel } from './channel-store.ts';

const userAgent = 'Quittance-Notifications';
const timeoutMs = 5_000;

export type CallingParts = Pick<Instance, 'vault' | 'outbound' | 'clock' | 'telegramUrl'>;

/** `id` is the same at each attempt of a message. Makes a network call, so it must not run within a commit. */
export async function callChannel(
  instance: CallingParts,
  channel: Pick<Channel, 'id' | 'userId' | 'addressSealed'>,
  { id, notification }: { readonly id: string; readonly notification: Notification },
): Promise<ChannelResult> {
  const address = openAddress(instance.vault, channel);
  if (address === null) return { kind: 'closed', why: 'The channel was changed in the database outside the service.' };
  const { url, headers, body } = channelRequest(address, notification, instance);
  const now = instance.clock.now();
  const signature = address.kind === 'webhook' ? signatureHeaders(id, now, body, [address.secret]) : {};
  try {
    const all = { 'user-agent': userAgent, ...headers, ...signature };
    const answer = await instance.outbound.call(url, { headers: all, body, timeoutMs });
    return judgeAnswer(answer, secretsIn(address), now);
  } catch (failure) {
    if (!(failure instanceof OutboundFailure)) throw failure;
    return { kind: 'again', afterSeconds: 0, why: failure.message };
  }
}
