// One whole entry of the audit log: each field before and after the change, its user and IP address.
import { Drawer, Stack, Text } from '@mantine/core';
import type { AuditLog } from '../../../../sdk/typescript/src/generated/api.ts';
import { useCell } from '../../browser/cell.ts';
import { timeZone, zoneOf } from '../../browser/preferences.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Facts } from '../../parts/sheets/facts.tsx';
import { exactTime } from '../../parts/time.tsx';
import { words } from '../../words/words.ts';
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
      closeButtonProps={{ 'aria-label': words.common.close }}
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
          { name: words.audit.when, value: exactTime(entry.created_at, zone) },
          { name: words.audit.who, value: wordsOfActor(entry.actor, names) },
          { name: words.audit.from, value: entry.ip ?? words.audit.ownMachine },
          ...(entry.user_agent === null ? [] : [{ name: words.audit.software, value: entry.user_agent }]),
        ]}
      />
      {changed.length === 0 ? (
        <Text c="dimmed">{words.audit.nothing}</Text>
      ) : (
        <table className="difference">
          <caption className="off-screen">{words.audit.changes}</caption>
          <thead>
            <tr>
              <td />
              {entry.before === null ? null : <th scope="col">{words.audit.before}</th>}
              {entry.after === null ? null : <th scope="col">{words.audit.after}</th>}
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
          {words.audit.entryId}
        </Text>
        <CopyButton text={entry.id} what="entryId" />
      </div>
    </Stack>
  );
}
