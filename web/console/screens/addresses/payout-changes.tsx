// Pending changes of receiving addresses: the change, the time when it takes effect, and a button that stops it.
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AppAddress, PayoutChange } from '../../../../sdk/typescript/src/generated/api.ts';
import { personQuery } from '../../browser/queries.ts';
import { Address } from '../../parts/address.tsx';
import { Confirm, type ConfirmProps } from '../../parts/confirm.tsx';
import { NetworkName } from '../../parts/networks/network-name.tsx';
import { Time } from '../../parts/time.tsx';
import { letThrough, usePayoutDecision } from '../../payouts/payout-changes.ts';
import { joined } from '../../words/text-with-elements.ts';
import { words } from '../../words/words.ts';

export interface PayoutChangesProps {
  readonly waiting: readonly PayoutChange[];
  readonly addresses: readonly AppAddress[];
}

export function PayoutChanges({ waiting, addresses }: PayoutChangesProps) {
  if (waiting.length === 0) return null;
  return waiting.map((change) => (
    <Waiting key={change.id} change={change} address={addresses.find(({ id }) => id === change.address_id) ?? null} />
  ));
}

interface WaitingProps {
  readonly change: PayoutChange;
  readonly address: AppAddress | null;
}

function Waiting({ change, address }: WaitingProps) {
  const { data: person } = useQuery(personQuery);
  const [question, setQuestion] = useState<ConfirmProps['question']>(null);
  const close = () => setQuestion(null);
  const { stop, approve } = usePayoutDecision(change, close);
  const isOwn = change.requested_by === person?.id;
  const isSlug = change.kind === 'slug';
  return (
    <Alert color="amber" variant="light" title={isSlug ? words.addresses.slugPending : words.addresses.addressPending}>
      <Stack gap="sm">
        <Text>
          {address === null ? null : (
            <>
              <NetworkName network={address.network} />
              {' · '}
            </>
          )}
          {joined(
            (isSlug ? words.addresses.slugMoves : words.addresses.addressTakes)({
              time: <Time at={change.effective_at} />,
            }),
          )}{' '}
          {words.addresses.notYou}
        </Text>
        {isSlug ? <span className="mono">{change.value}</span> : null}
        {address === null ? null : address.kind === 'xpub' ? (
          <span className="mono" dir="ltr">
            {address.value}
          </span>
        ) : (
          <Address value={address.value} copies={false} />
        )}
        <Group gap="xs">
          <Button color="red" loading={stop.isRunning} onClick={() => stop.run()}>
            {words.addresses.stop}
          </Button>
          {isOwn ? null : (
            <Button variant="default" onClick={() => setQuestion(letThrough(approve.run))}>
              {words.addresses.approveNow}
            </Button>
          )}
        </Group>
        <Confirm question={question} isRunning={approve.isRunning} close={close} />
      </Stack>
    </Alert>
  );
}
