// One address, or one extended public key: what it is, how it stands, and what can be done about it.
import { Alert, Button, Group, Menu, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import type { App, AppAddress } from '../../../../sdk/src/generated/api.ts';
import { api } from '../../outside/api.ts';
import { useAct } from '../../outside/use-act.ts';
import { Address } from '../../parts/address.tsx';
import { Confirm, type ConfirmProps } from '../../parts/confirm.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { NetworkName } from '../../parts/networks/network-name.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Section } from '../../parts/sheets/section.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { GapMeter } from './gap-meter.tsx';
import { RenameAddress } from './rename-address.tsx';

export interface AddressCardProps {
  readonly app: App;
  readonly address: AppAddress;
  /** A change that waits is about it. */
  readonly waits: boolean;
  readonly compare: () => void;
}

export function AddressCard({ app, address, waits, compare }: AddressCardProps) {
  const name = address.label ?? (address.kind === 'xpub' ? 'Extended public key' : 'Address');
  return (
    <Section
      title={
        <span>
          {name} · <NetworkName network={address.network} />
        </span>
      }
      aside={
        <Group gap="xs">
          <Standing address={address} waits={waits} />
          <AddressMenu app={app} address={address} name={name} compare={compare} />
        </Group>
      }
    >
      {address.kind === 'xpub' ? (
        <Group gap="xs">
          <span className="mono" dir="ltr">
            {address.value}
          </span>
          <CopyButton text={address.value} what="key" />
        </Group>
      ) : (
        <Address value={address.value} />
      )}
      {address.tampered ? <Tampered app={app} address={address} /> : null}
      {address.blocked_for.length === 0 ? null : (
        <Alert color="red" variant="light" title={`Blocked for ${address.blocked_for.join(' and ')}`}>
          Its issuer has blocked this address. Nobody is asked to pay with it here, and what comes waits in “To sort
          out”. Add another address, or switch the coin off.
        </Alert>
      )}
      {address.findings
        .filter(({ confirmed }) => !confirmed)
        .map(({ code, message }) => (
          <Alert key={code} color="red" variant="light" title="Payments here may be lost">
            {message} Add another address, and remove this one.
          </Alert>
        ))}
      {address.kind === 'xpub' ? <GapMeter address={address} /> : null}
      <Text size="xs" c="dimmed">
        Added <Time at={address.created_at} />
        {address.proved_at === null ? null : (
          <>
            {' '}
            · proved to be yours by a signature <Time at={address.proved_at} />
          </>
        )}
      </Text>
    </Section>
  );
}

function Standing({ address, waits }: Pick<AddressCardProps, 'address' | 'waits'>) {
  if (address.tampered) return <StatusBadge status="tampered" name="Changed by nobody here" tone="bad" />;
  if (!address.enabled) return <StatusBadge status="off" name="Switched off" tone="quiet" />;
  if (waits) return <StatusBadge status="waiting" name="Not shown yet" tone="act" />;
  if (address.blocked_for.length > 0) return <StatusBadge status="blocked" name="Blocked" tone="bad" />;
  return <StatusBadge status="enabled" name="Customers pay here" tone="good" />;
}

type MenuProps = Pick<AddressCardProps, 'app' | 'address' | 'compare'> & { readonly name: string };

function AddressMenu({ app, address, name, compare }: MenuProps) {
  const [question, setQuestion] = useState<ConfirmProps['question']>(null);
  const close = () => setQuestion(null);
  const [isNaming, naming] = useDisclosure(false);
  const refreshes = [
    ['app-addresses', app.id],
    ['payout-changes', app.id],
  ];
  const change = useAct<{ enabled: boolean }>({
    act: (body) => api.put(`/app-address/${address.id}`, body),
    refreshes,
    done: close,
  });
  const remove = useAct({
    act: () => api.delete(`/app-address/${address.id}`),
    refreshes,
    said: 'The address is removed.',
    done: close,
  });
  const goes =
    'From now on nobody is asked to pay there. What still comes to it is seen and credited all the same, so keep ' +
    'its keys.';
  const askOff = () =>
    setQuestion({
      title: `Switch off ${name}?`,
      costs: goes,
      yes: 'Switch it off',
      act: () => change.run({ enabled: false }),
    });
  const askRemove = () =>
    setQuestion({ title: `Remove ${name}?`, costs: goes, yes: 'Remove it', act: () => remove.run() });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" size="compact-sm" aria-label={`Change ${name}`}>
            Change
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {address.derived_addresses.length === 0 ? null : (
            <Menu.Item onClick={compare}>Compare with your wallet</Menu.Item>
          )}
          <Menu.Item onClick={naming.open}>{address.label === null ? 'Give it a name' : 'Change its name'}</Menu.Item>
          {address.enabled ? (
            <Menu.Item onClick={askOff}>Switch off</Menu.Item>
          ) : (
            <Menu.Item onClick={() => change.run({ enabled: true })}>Switch on</Menu.Item>
          )}
          <Menu.Item c="var(--mantine-color-error)" onClick={askRemove}>
            Remove
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <RenameAddress key={address.label} app={app} address={address} opened={isNaming} close={naming.close} />
      <Confirm question={question} isRunning={change.isRunning || remove.isRunning} close={close} />
    </>
  );
}

/** The row says something else than was signed here: nobody is shown it until the merchant looked. */
function Tampered({ app, address }: Pick<AddressCardProps, 'app' | 'address'>) {
  const [value, setValue] = useState('');
  const confirm = useAct({
    act: () => api.put(`/app-address/${address.id}`, { confirmed_value: value.trim() }),
    refreshes: [['app-addresses', app.id]],
    said: 'The address is confirmed.',
    showsProblem: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.run();
  };
  return (
    <Alert color="red" variant="light" title="This address was changed past the service">
      <form onSubmit={submit}>
        <Stack align="flex-start">
          <Text>
            Nobody is shown it. Compare it with your wallet. If it is yours, enter it once more; if not, remove it, add
            the right one, and tell whoever runs this service.
          </Text>
          <TextInput
            label="The address, as your wallet shows it"
            w="100%"
            required
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
          <ProblemNote problem={confirm.problem} />
          <Button type="submit" variant="default" loading={confirm.isRunning}>
            It is mine
          </Button>
        </Stack>
      </form>
    </Alert>
  );
}
