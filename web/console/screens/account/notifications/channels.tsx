// The user's notification channels: each can be tested and deleted.
import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { NotificationChannel } from '../../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../../browser/api.ts';
import { useKeys } from '../../../browser/keys.ts';
import { useAct } from '../../../browser/use-act.ts';
import { Confirm, type ConfirmProps } from '../../../parts/confirm.tsx';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { Awaited, NotAnswered } from '../../../parts/screen.tsx';
import { SecretOnce } from '../../../parts/secret-once.tsx';
import { Row, RowList } from '../../../parts/sheets/row-list.tsx';
import { Section } from '../../../parts/sheets/section.tsx';
import { StatusBadge } from '../../../parts/status-badge.tsx';
import { words } from '../../../words/words.ts';
import { AddChannel, type MadeChannel } from './add-channel.tsx';
import { channelNames, channelsQuery, notificationKeys } from './notification-queries.ts';

export function Channels() {
  const [isAdding, setIsAdding] = useState(false);
  const [made, setMade] = useState<MadeChannel | null>(null);
  const channels = useQuery(channelsQuery);
  const add = () => setIsAdding(true);
  useKeys([{ keys: 'n', words: words.notifications.add, act: add }]);
  return (
    <Section
      title={words.headings.channels}
      about={words.notifications.about}
      aside={
        channels.data?.length === 0 ? null : (
          <Button variant="default" onClick={add}>
            {words.notifications.add}
          </Button>
        )
      }
    >
      {channels.isPending ? <Awaited lines={3} /> : null}
      {channels.error === null ? null : <NotAnswered error={channels.error} again={() => void channels.refetch()} />}
      {channels.data?.length === 0 ? (
        <EmptyState title={words.notifications.none} action={<Button onClick={add}>{words.notifications.add}</Button>}>
          {words.notifications.noneMore}
        </EmptyState>
      ) : null}
      <ChannelRows channels={channels.data ?? []} />
      {isAdding ? <AddChannel close={() => setIsAdding(false)} made={setMade} /> : null}
      <SecretOnce
        secret={made?.secret ?? null}
        title={words.notifications.secret({ name: made?.name ?? '' })}
        advice={words.notifications.secretAdvice}
        close={() => setMade(null)}
      />
    </Section>
  );
}

function ChannelRows({ channels }: { readonly channels: readonly NotificationChannel[] }) {
  const [question, setQuestion] = useState<ConfirmProps['question']>(null);
  const test = useAct<string, NotificationChannel>({
    act: (id) => api.post(`/notification-channel/${id}/test`),
    refreshes: notificationKeys,
    done: ({ last_error }) =>
      notifications.show(
        last_error === null
          ? { message: words.notifications.tested }
          : { color: 'red', message: words.notifications.lastError({ error: last_error }) },
      ),
  });
  const remove = useAct<string>({
    act: (id) => api.delete(`/notification-channel/${id}`),
    said: words.notifications.deleted,
    refreshes: notificationKeys,
    done: () => setQuestion(null),
  });
  const ask = ({ id, name }: NotificationChannel) =>
    setQuestion({
      title: words.notifications.deleteTitle({ name }),
      costs: words.notifications.deleteCosts,
      yes: words.notifications.delete,
      act: () => remove.run(id),
    });
  return (
    <>
      <RowList label={words.headings.channels}>
        {channels.map((channel) => (
          <Row
            key={channel.id}
            title={<bdi>{channel.name}</bdi>}
            marks={<ChannelStatus channel={channel} />}
            detail={<ChannelDetail channel={channel} />}
          >
            <Group gap="xs">
              <Button
                variant="default"
                aria-label={words.notifications.testName({ name: channel.name })}
                loading={test.isRunning}
                onClick={() => test.run(channel.id)}
              >
                {words.notifications.test}
              </Button>
              <Button
                variant="default"
                aria-label={words.notifications.deleteName({ name: channel.name })}
                onClick={() => ask(channel)}
              >
                {words.common.delete}
              </Button>
            </Group>
          </Row>
        ))}
      </RowList>
      <Confirm question={question} isRunning={remove.isRunning} close={() => setQuestion(null)} />
    </>
  );
}

function ChannelStatus({ channel }: { readonly channel: NotificationChannel }) {
  if (channel.disabled_at !== null) return <StatusBadge status="off" name={words.notifications.off} tone="bad" />;
  if (channel.verified_at === null)
    return <StatusBadge status="untested" name={words.notifications.untested} tone="act" />;
  return <StatusBadge status="working" name={words.notifications.working} tone="good" />;
}

function ChannelDetail({ channel }: { readonly channel: NotificationChannel }) {
  return (
    <>
      {channelNames[channel.kind] ?? words.notifications.ownWebhook} · <bdi dir="ltr">{channel.address}</bdi>
      {channel.last_error === null ? null : <div>{words.notifications.lastError({ error: channel.last_error })}</div>}
    </>
  );
}
