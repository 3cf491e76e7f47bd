// One logged API call with both bodies, opened from the list or by the id of its response.
import { Code, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { GetRequestAnswer } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { useCell } from '../../browser/cell.ts';
import { timeZone, zoneOf } from '../../browser/preferences.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Awaited, NotAnswered } from '../../parts/screen.tsx';
import { Facts } from '../../parts/sheets/facts.tsx';
import { exactTime } from '../../parts/time.tsx';
import { number } from '../../words/figures.ts';
import { words } from '../../words/words.ts';
import './requests.css';
import { callerOf } from './caller-words.ts';

/** `id`: null if closed. */
export function RequestDrawer({ id, close }: { readonly id: string | null; readonly close: () => void }) {
  return (
    <Drawer
      opened={id !== null}
      onClose={close}
      position="right"
      size="lg"
      title={words.requests.call}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      {id === null ? null : <Call id={id} />}
    </Drawer>
  );
}

function Call({ id }: { readonly id: string }) {
  const zone = zoneOf(useCell(timeZone));
  const found = useQuery({
    queryKey: ['request', id],
    queryFn: ({ signal }) => api.get<GetRequestAnswer>(`/request/${encodeURIComponent(id)}`, {}, signal),
  });
  if (found.error !== null) return <NotAnswered error={found.error} again={() => void found.refetch()} />;
  if (found.data === undefined) return <Awaited lines={6} />;
  const call = found.data;
  return (
    <Stack gap="lg">
      <Code block className="logged-text">
        {`${call.method} ${call.path}${call.query === '' ? '' : `?${call.query}`}`}
      </Code>
      <Facts
        facts={[
          { name: words.requests.status, value: String(call.status) },
          ...(call.error_code === null ? [] : [{ name: words.requests.errorCode, value: call.error_code }]),
          { name: words.requests.time, value: exactTime(call.created_at, zone) },
          { name: words.requests.caller, value: callerOf(call) },
          { name: words.requests.duration, value: words.requests.millis({ count: number(call.duration_ms) }) },
        ]}
      />
      {call.bodies === 'not_kept' ? (
        <Text c="dimmed">{words.requests.notKept}</Text>
      ) : (
        <>
          <Body title={words.requests.requestBody} value={call.request_body} />
          <Body title={words.requests.responseBody} value={call.response_body} />
        </>
      )}
      {call.bodies === 'cut' ? (
        <Text size="sm" c="dimmed">
          {words.requests.cut({ size: '16 KiB' })}
        </Text>
      ) : null}
      <div>
        <Text size="xs" c="dimmed" mb={4}>
          {words.requests.requestId}
        </Text>
        <CopyButton text={call.id} what="id" />
      </div>
    </Stack>
  );
}

function Body({ title, value }: { readonly title: string; readonly value: unknown }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return (
    <section>
      <Group justify="space-between" mb={4}>
        <Title order={3} size="h4">
          {title}
        </Title>
        {value === null ? null : <CopyButton text={text} what="body" />}
      </Group>
      {value === null ? (
        <Text c="dimmed">{words.requests.noBody}</Text>
      ) : (
        <Code block className="logged-text">
          {text}
        </Code>
      )}
    </section>
  );
}
