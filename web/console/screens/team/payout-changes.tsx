// Changes of receiving addresses: pending ones with the member who requested them, and an owner's buttons to stop or
// approve them.
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { App, AppMember, PayoutChange } from '../../../../sdk/typescript/src/generated/api.ts';
import { useNetworkNames } from '../../evidence/network-names.ts';
import { Address } from '../../parts/address.tsx';
import { Confirm, type ConfirmProps } from '../../parts/confirm.tsx';
import { Awaited, NotAnswered } from '../../parts/screen.tsx';
import { Row, RowList } from '../../parts/sheets/row-list.tsx';
import { Section } from '../../parts/sheets/section.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { letThrough, payoutChangesQuery, usePayoutDecision } from '../../payouts/payout-changes.ts';
import { joined } from '../../words/text-with-elements.ts';
import { words } from '../../words/words.ts';
import { nameOf } from './team.ts';

export interface PayoutChangesProps {
  readonly app: App;
  readonly members: readonly AppMember[];
  readonly me: string | null;
  readonly isOwner: boolean;
}

export function PayoutChanges({ app, members, me, isOwner }: PayoutChangesProps) {
  const changes = useQuery(payoutChangesQuery(app.id));
  const networkName = useNetworkNames();
  const askedBy = ({ requested_by }: PayoutChange): string => {
    if (requested_by === me) return words.team.byYou;
    const member = members.find(({ user_id }) => user_id === requested_by);
    return member === undefined ? words.team.byFormer : nameOf(member);
  };
  return (
    <Section title={words.team.payoutChanges} about={words.team.payoutAbout}>
      {changes.isPending ? <Awaited lines={2} /> : null}
      {changes.error === null ? null : <NotAnswered error={changes.error} again={() => void changes.refetch()} />}
      {changes.data?.length === 0 ? <Text>{words.team.noPayoutChanges}</Text> : null}
      {changes.data === undefined || changes.data.length === 0 ? null : (
        <RowList label={words.team.payoutChanges}>
          {changes.data.map((change) => {
            return (
              <Row
                key={change.id}
                title={<Address value={change.value} />}
                marks={
                  <StatusBadge
                    status={change.status}
                    name={words.payoutStatuses[change.status]}
                    tone={tones[change.status]}
                  />
                }
                detail={
                  <>
                    {change.network === null ? null : `${networkName(change.network)} · `}
                    <RequestedBy person={askedBy(change)} at={change.created_at} />{' '}
                    {change.status === 'waiting'
                      ? joined(words.team.takesEffect({ time: <Time at={change.effective_at} /> }))
                      : null}
                  </>
                }
              >
                {change.status === 'waiting' && isOwner ? (
                  <Decision change={change} isMine={change.requested_by === me} />
                ) : null}
              </Row>
            );
          })}
        </RowList>
      )}
    </Section>
  );
}

function RequestedBy({ person, at }: { readonly person: string; readonly at: string }) {
  return joined(words.team.requestedBy({ person, time: <Time at={at} /> }));
}

const tones = { waiting: 'act', effective: 'good', approved: 'good', stopped: 'bad', withdrawn: 'quiet' } as const;

function Decision({ change, isMine }: { readonly change: PayoutChange; readonly isMine: boolean }) {
  const [question, setQuestion] = useState<ConfirmProps['question']>(null);
  const close = () => setQuestion(null);
  const { stop, approve } = usePayoutDecision(change, close);
  const askToApprove = () => setQuestion(letThrough(approve.run));
  const askToStop = () =>
    setQuestion({
      title: words.team.stopTitle,
      costs: words.team.stopCosts,
      yes: words.team.stop,
      act: () => stop.run(),
    });
  return (
    <Group gap="xs">
      {isMine ? (
        <Text size="sm" c="dimmed" maw="18rem">
          {words.team.anotherOwner}
        </Text>
      ) : (
        <Button variant="default" onClick={askToApprove}>
          {words.team.approve}
        </Button>
      )}
      <Button variant="default" onClick={askToStop}>
        {words.team.stop}
      </Button>
      <Confirm question={question} isRunning={stop.isRunning || approve.isRunning} close={close} />
    </Group>
  );
}
