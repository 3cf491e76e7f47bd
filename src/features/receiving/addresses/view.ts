// Renders app addresses for the API. An extended public key has its first children, to compare with the wallet.

import { type FindingCode, findingCodes, findingSentences } from '../../../core/payment/receiving/address-findings.ts';
import { codecOf, readsAddresses } from '../../../io/chains/codecs.ts';
import { nullable, time, uuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import type { Network } from '../../known/catalog/catalog.ts';
import { NetworkView, networkView } from '../../known/catalog/view.ts';
import type { AppAddress } from './store.ts';

export const AppAddressView = Type.Object({
  id: uuid,
  app_id: uuid,
  network: NetworkView,
  kind: Type.Unsafe<string>({ type: 'string', enum: ['address', 'xpub'] }),
  value: Type.String(),
  label: nullable(Type.String()),
  enabled: Type.Boolean(),
  effective_at: {
    ...time,
    description: 'From when on customers are shown it. A new one of a production app that was paid before waits.',
  },
  tampered: Type.Boolean({
    description: [
      'It was changed directly in the database, and is not shown to customers. Compare it with your wallet, then',
      'confirm it, or remove it and add the right one.',
    ].join(' '),
  }),
  proved_at: nullable({
    ...time,
    description: 'The time since which your control is proved by a signature, so that no other owner can take it.',
  }),
  blocked_for: Type.Array(Type.String(), {
    description: [
      'Symbols of tokens whose issuer has blocked the address: customers are not asked to pay with them here, and',
      'payments wait as unmatched payments. Add another address, or stop accepting the coin.',
    ].join(' '),
  }),
  findings: Type.Array(
    Type.Object({
      code: Type.Unsafe<FindingCode>({ type: 'string', enum: [...findingCodes] }),
      message: Type.String(),
      confirmed: Type.Boolean({ description: 'Whether the owner accepted the address in spite of it.' }),
    }),
    { description: 'Reasons against being paid there, found when it was added or later; checked once a day.' },
  ),
  derived_addresses: Type.Array(Type.String(), { description: 'The first three addresses of an extended public key.' }),
  next_index: nullable(
    Type.Integer({ description: 'The child of an extended public key that is shown next, counted from 0.' }),
  ),
  unused_in_a_row: nullable(
    Type.Integer({
      description: [
        'The number of children shown after the last one that was paid. Set the gap limit of your wallet',
        '(usually 20) higher than this, or it may not see the money.',
      ].join(' '),
    }),
  ),
  created_at: time,
  updated_at: time,
});

export function appAddressView(instance: Pick<Instance, 'catalog' | 'seals'>, address: AppAddress) {
  const network = instance.catalog.networkById(address.networkId);
  if (network === null) throw new Error(`network ${address.networkId} is not in the catalog`);
  const codec = codecOf(network.family);
  const isKey = address.kind === 'xpub';
  const tampered = !instance.seals.verify('app_address', address, address.mac);
  return {
    id: address.id,
    app_id: address.appId,
    network: networkView(network),
    kind: address.kind as string,
    // A value that was written outside the service may not be a valid address.
    value: tampered ? address.value : shownValue(address, network),
    label: address.label,
    enabled: address.enabled,
    effective_at: (address.effectiveAt ?? address.createdAt).toISOString(),
    tampered,
    proved_at: address.provedAt?.toISOString() ?? null,
    blocked_for: address.blockedAssets
      .flatMap((id) => instance.catalog.assetById(id)?.cryptocurrency.symbol ?? [])
      .sort(),
    findings: findingsView(address),
    derived_addresses:
      isKey && !tampered && readsAddresses(network.family, network.facts)
        ? [0n, 1n, 2n].map((index) =>
            codec.showAddress(codec.deriveAddress(address.value, index, network.facts), network.facts),
          )
        : [],
    next_index: isKey ? Number(address.nextIndex) : null,
    unused_in_a_row: isKey ? Number(address.nextIndex - (address.usedIndex ?? -1n) - 1n) : null,
    created_at: address.createdAt.toISOString(),
    updated_at: address.updatedAt.toISOString(),
  };
}

/** Returns the address in the form of wallets on this network, or the extended public key. */
export function shownValue({ kind, value }: Pick<AppAddress, 'kind' | 'value'>, { family, facts }: Network): string {
  return kind === 'xpub' ? value : codecOf(family).showAddress(value, facts);
}

function findingsView({ findings, confirmedFindings }: AppAddress) {
  return (findings as FindingCode[]).map((code) => ({
    code,
    message: findingSentences[code],
    confirmed: confirmedFindings.includes(code),
  }));
}

/** Returns the changed members that callers can see, except the time of the change. */
export function appAddressChanges(instance: Instance, before: AppAddress, after: AppAddress): string[] {
  const [old, now] = [before, after].map((one) => Object.entries(appAddressView(instance, one)));
  const said = new Map((old ?? []).map(([name, value]) => [name, JSON.stringify(value)]));
  return (now ?? []).flatMap(([name, value]) =>
    name === 'updated_at' || said.get(name) === JSON.stringify(value) ? [] : [name],
  );
}
