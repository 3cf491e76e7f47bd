// The tools of a development app: its test clock, and made-up events for its webhooks.
import { Button, Group, NativeSelect, NumberInput, Stack, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { App, Event, TestClock } from '../../../../../sdk/typescript/src/generated/api.ts';
import { eventTypes } from '../../../../../src/core/event.ts';
import { api } from '../../../browser/api.ts';
import { useCell } from '../../../browser/cell.ts';
import { timeZone, zoneOf } from '../../../browser/preferences.ts';
import { useAct } from '../../../browser/use-act.ts';
import { Section } from '../../../parts/sheets/section.tsx';
import { exactTime } from '../../../parts/time.tsx';
import { measure } from '../../../words/figures.ts';
import { words } from '../../../words/words.ts';
import { wordsOfEvent } from '../event-words.ts';

const clockQuery = (appId: string) =>
  queryOptions({
    queryKey: ['test-clock', appId],
    queryFn: ({ signal }) => api.get<TestClock>('/sandbox/clock', { app_id: appId }, signal),
  });

/** For development apps. Shows nothing to a member whose role has no sandbox. */
export function SandboxSection({ app }: { readonly app: App }) {
  const clock = useQuery({ ...clockQuery(app.id), retry: false });
  if (clock.data === undefined) return null;
  return (
    <Section title={words.sandbox.title}>
      <Stack gap="lg">
        <Clock app={app} now={clock.data.now} />
        <MadeUpEvent app={app} />
      </Stack>
    </Section>
  );
}

const hourSeconds = 3_600;
const daySeconds = 86_400;

function Clock({ app, now }: { readonly app: App; readonly now: string }) {
  const zone = zoneOf(useCell(timeZone));
  const advance = useAct<number, TestClock>({
    act: (seconds) => api.post('/sandbox/clock', { app_id: app.id, advance_seconds: seconds }),
    refreshes: [['test-clock', app.id], ['invoices', app.id], ['payments', app.id], ['webhook-deliveries']],
    said: words.sandbox.advanced,
  });
  const [hours, setHours] = useState<number | string>(6);
  const isGiven = typeof hours === 'number' && hours > 0;
  return (
    <Stack gap="xs">
      <Text fw={600}>{words.sandbox.clock}</Text>
      <Text size="sm" c="dimmed">
        {words.sandbox.clockAbout}
      </Text>
      <Text>{exactTime(now, zone)}</Text>
      <Group align="end">
        <Button variant="default" disabled={advance.isRunning} onClick={() => advance.run(hourSeconds)}>
          +{measure(1, 'hour')}
        </Button>
        <Button variant="default" disabled={advance.isRunning} onClick={() => advance.run(daySeconds)}>
          +{measure(1, 'day')}
        </Button>
        <NumberInput label={words.sandbox.hours} value={hours} onChange={setHours} min={1} max={2160} w={120} />
        <Button
          variant="default"
          loading={advance.isRunning}
          disabled={!isGiven}
          onClick={() => advance.run(Math.round(Number(hours) * hourSeconds))}
        >
          {words.sandbox.advance}
        </Button>
      </Group>
    </Stack>
  );
}

function MadeUpEvent({ app }: { readonly app: App }) {
  const [type, setType] = useState<string>('invoice.paid');
  const send = useAct<void, Event>({
    act: () => api.post('/sandbox/event', { app_id: app.id, type }),
    refreshes: [['webhook-deliveries']],
    said: words.sandbox.eventSent,
  });
  return (
    <Stack gap="xs">
      <Text fw={600}>{words.sandbox.event}</Text>
      <Text size="sm" c="dimmed">
        {words.sandbox.eventAbout}
      </Text>
      <Group align="end">
        <NativeSelect
          label={words.webhooks.event}
          data={eventTypes.map((value) => ({ value, label: `${wordsOfEvent(value)} (${value})` }))}
          value={type}
          onChange={(event) => setType(event.currentTarget.value)}
        />
        <Button variant="default" loading={send.isRunning} onClick={() => send.run()}>
          {words.sandbox.sendEvent}
        </Button>
      </Group>
    </Stack>
  );
}
