// The app's receiving addresses with their state, pending changes, and a button to add one.
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { App, AppAddress } from '../../../../sdk/typescript/src/generated/api.ts';
import { useApp } from '../../browser/chosen-app.ts';
import { useKeys } from '../../browser/keys.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Awaited, NotAnswered, Screen } from '../../parts/screen.tsx';
import { NoApp } from '../../parts/sheets/no-app.tsx';
import { payoutChangesQuery } from '../../payouts/payout-changes.ts';
import { words } from '../../words/words.ts';
import { AddAddress } from './add-address.tsx';
import { AddressCard } from './address-card.tsx';
import { addressesQuery } from './address-queries.ts';
import { CompareAddresses } from './compare-addresses.tsx';
import { PayoutChanges } from './payout-changes.tsx';

export function AddressesScreen() {
  const { app, isKnown } = useApp();
  if (app !== null) return <AddressesOf key={app.id} app={app} />;
  return <Screen title={words.places.addresses}>{isKnown ? <NoApp /> : <Awaited />}</Screen>;
}

function AddressesOf({ app }: { readonly app: App }) {
  const addresses = useQuery(addressesQuery(app.id));
  const changes = useQuery(payoutChangesQuery(app.id));
  const [isAdding, adding] = useDisclosure(false);
  const [compared, setCompared] = useState<AppAddress | null>(null);
  useKeys([{ keys: 'n', words: words.evidence.addAddress, act: adding.open }]);
  const button = <Button onClick={adding.open}>{words.evidence.addAddress}</Button>;
  const waiting = (changes.data ?? []).filter(({ status }) => status === 'waiting');
  const added = (address: AppAddress) => {
    adding.close();
    if (address.kind === 'xpub') setCompared(address);
  };
  return (
    <Screen title={words.places.addresses} action={addresses.data?.length === 0 ? undefined : button}>
      <PayoutChanges waiting={waiting} addresses={addresses.data ?? []} />
      {addresses.data === undefined ? (
        addresses.error === null ? (
          <Awaited lines={6} />
        ) : (
          <NotAnswered error={addresses.error} again={() => void addresses.refetch()} />
        )
      ) : addresses.data.length === 0 ? (
        <EmptyState title={words.addresses.none} action={button}>
          {words.addresses.noneMore}
        </EmptyState>
      ) : (
        addresses.data.map((address) => (
          <AddressCard
            key={address.id}
            app={app}
            address={address}
            waits={waiting.some(({ address_id }) => address_id === address.id)}
            compare={() => setCompared(address)}
          />
        ))
      )}
      <AddAddress app={app} opened={isAdding} close={adding.close} added={added} />
      <CompareAddresses app={app} address={compared} close={() => setCompared(null)} />
    </Screen>
  );
}
