// Seals the addresses of channels, which contain secrets.
import type { ChannelAddress } from '../../../core/notifications/channel-address.ts';
import { openOrNull, type Vault } from '../../../io/secrets/vault.ts';
import { type Channel, channelContext } from './channel-store.ts';

type Holder = Pick<Channel, 'id' | 'userId'>;

export function sealAddress(vault: Vault, holder: Holder, address: ChannelAddress): Buffer {
  return vault.seal(JSON.stringify(address), channelContext(holder));
}

/** Returns null if the service did not seal it for this channel of this user. */
export function openAddress(vault: Vault, channel: Holder & Pick<Channel, 'addressSealed'>): ChannelAddress | null {
  const text = openOrNull(vault, channel.addressSealed, channelContext(channel));
  return text === null ? null : (JSON.parse(text) as ChannelAddress);
}
