// One entry of the audit log, whole: what changed from what to what, and where it came from.
import { Drawer, Stack, Text } from '@mantine/core';
import type { AuditLog } from '../../../../sdk/src/generated/api.ts';
import { useCell } from '../../outside/cell.ts';
import { timeZone, zoneOf } from '../../outside/preferences.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Facts } from '../../parts/sheets/facts.tsx';
import { exactTime } from '../../parts/time.tsx';
import { differencesIn, type KnownNames, wordsOfAction, wordsOfActor } from './words.ts';

export interface EntryDrawerProps {
  readonly entry: AuditLog | null;
  readonly names: KnownNames;
  readonly close: () => void;
}

export function EntryDrawer({ entry, names, close }: EntryDrawerProps) {
  return (
    <Drawer
      opened={entry !== null}
      onClose={close}
      position="right"
      size="lg"
      title={entry === null ? '' : wordsOfAction(entry.action)}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {entry === null ? null : <Entry entry={entry} names={names} />}
    </Drawer>
  );
}

function Entry({ entry, names }: { readonly entry: AuditLog; readonly names: KnownNames }) {
  const zone = zoneOf(useCell(timeZone));
  const changed = differencesIn(entry);
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          { name: 'When', value: exactTime(entry.created_at, zone) },
          { name: 'Who', value: wordsOfActor(entry.actor, names) },
          { name: 'From', value: entry.ip ?? 'The machine that runs the service' },
          ...(entry.user_agent === null ? [] : [{ name: 'With', value: entry.user_agent }]),
        ]}
      />
      {changed.length === 0 ? (
        <Text c="dimmed">Nothing but that it happened.</Text>
      ) : (
        <table className="difference">
          <caption className="off-screen">What changed</caption>
          <thead>
            <tr>
              <td />
              {entry.before === null ? null : <th scope="col">Before</th>}
              {entry.after === null ? null : <th scope="col">After</th>}
            </tr>
          </thead>
          <tbody>
            {changed.map(({ name, before, after }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {entry.before === null ? null : <td>{before ?? ''}</td>}
                {entry.after === null ? null : <td>{after ?? ''}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div>
        <Text size="xs" c="dimmed" mb={4}>
          To quote it to somebody: the number of this entry
        </Text>
        <CopyButton text={entry.id} what="entryId" />
      </div>
    </Stack>
  );
}
