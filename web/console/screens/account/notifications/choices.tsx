// For each kind of notification, the ways by which it reaches the user. A change is saved at once.
import { Checkbox, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type {
  NotificationChannel,
  UpdateNotificationChoiceAnswer,
} from '../../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../../browser/api.ts';
import { useAct } from '../../../browser/use-act.ts';
import { Awaited, NotAnswered } from '../../../parts/screen.tsx';
import { Row, RowList } from '../../../parts/sheets/row-list.tsx';
import { Section } from '../../../parts/sheets/section.tsx';
import { words } from '../../../words/words.ts';
import { channelsQuery, choicesQuery, notificationKeys } from './notification-queries.ts';

type Choice = UpdateNotificationChoiceAnswer;

export function Choices() {
  const choices = useQuery(choicesQuery);
  const channels = useQuery(channelsQuery);
  return (
    <Section title={words.headings.notificationKinds} about={words.notifications.choicesAbout}>
      {choices.isPending ? <Awaited lines={5} /> : null}
      {choices.error === null ? null : <NotAnswered error={choices.error} again={() => void choices.refetch()} />}
      <RowList label={words.headings.notificationKinds}>
        {(choices.data?.choices ?? []).map((choice) => (
          <ChoiceRow key={choice.kind} choice={choice} channels={channels.data ?? []} />
        ))}
      </RowList>
    </Section>
  );
}

interface ChoiceRowProps {
  readonly choice: Choice;
  readonly channels: readonly NotificationChannel[];
}

function ChoiceRow({ choice, channels }: ChoiceRowProps) {
  const save = useAct<Pick<Choice, 'mail' | 'channel_ids'>>({
    act: (body) => api.put(`/notification-choice/${choice.kind}`, body),
    said: words.notifications.saved,
    refreshes: notificationKeys,
  });
  const kind = words.notificationKinds[choice.kind];
  const { mail, channel_ids } = choice;
  const toggled = (id: string) =>
    channel_ids.includes(id) ? channel_ids.filter((one) => one !== id) : [...channel_ids, id];
  const label = (way: string) => words.notifications.wayOf({ kind, way });
  return (
    <Row
      title={kind}
      detail={choice.mail_required ? words.notifications.always : undefined}
      form={
        <Group gap="lg" role="group" aria-label={kind}>
          <Checkbox
            label={words.notifications.byMail}
            aria-label={label(words.notifications.byMail)}
            checked={mail}
            disabled={choice.mail_required || save.isRunning}
            onChange={() => save.run({ mail: !mail, channel_ids })}
          />
          {channels.map(({ id, name, verified_at }) => (
            <Checkbox
              key={id}
              label={<bdi>{name}</bdi>}
              aria-label={label(name)}
              checked={channel_ids.includes(id)}
              disabled={save.isRunning || (verified_at === null && !channel_ids.includes(id))}
              onChange={() => save.run({ mail, channel_ids: toggled(id) })}
            />
          ))}
        </Group>
      }
    />
  );
}
