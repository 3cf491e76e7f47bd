// One address or extended public key: its state and its actions.
import { Alert, Button, Group, Menu, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import type { App, AppAddress } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { useAct } from '../../browser/use-act.ts';
import { Address } from '../../parts/address.tsx';
import { Confirm, type ConfirmProps } from '../../parts/confirm.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { NetworkName } from '../../parts/networks/network-name.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Section } from '../../parts/sheets/section.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { Time } from '../../parts/time.tsx';
import { list } from '../../words/figures.ts';
import { joined } from '../../words/text-with-elements.ts';
import { words } from '../../words/words.ts';
import { GapMeter } from './gap-meter.tsx';
import { RenameAddress } from './rename-address.tsx';

export interface AddressCardProps {
  readonly app: App;
  readonly address: AppAddress;
  /** A pending change is about it. */
  readonly waits: boolean;
  readonly compare: () => void;
}

export function AddressCard({ app, address, waits, compare }: AddressCardProps) {
  const name = address.label ?? (address.kind === 'xpub' ? words.addressKinds.xpub : words.addressKinds.address);
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
        <Alert
          color="red"
          variant="light"
          title={words.addresses.blockedFor({ coins: list(address.blocked_for, 'conjunction') })}
        >
          {words.addresses.blockedMore}
        </Alert>
      )}
      {address.findings
        .filter(({ confirmed }) => !confirmed)
        .map(({ code, message }) => (
          <Alert key={code} color="red" variant="light" title={words.addresses.mayBeLost}>
            {message} {words.addresses.mayBeLostMore}
          </Alert>
        ))}
      {address.kind === 'xpub' ? <GapMeter address={address} /> : null}
      <Text size="xs" c="dimmed">
        {joined(words.addresses.added({ time: <Time at={address.created_at} /> }))}
        {address.proved_at === null ? null : (
          <>
            {' · '}
            {joined(words.addresses.proved({ time: <Time at={address.proved_at} /> }))}
          </>
        )}
      </Text>
    </Section>
  );
}

function Standing({ address, waits }: Pick<AddressCardProps, 'address' | 'waits'>) {
  if (address.tampered) return <StatusBadge status="tampered" name={words.addresses.tampered} tone="bad" />;
  if (!address.enabled) return <StatusBadge status="off" name={words.statuses.disabled} tone="quiet" />;
  if (waits) return <StatusBadge status="waiting" name={words.statuses.pending} tone="act" />;
  if (address.blocked_for.length > 0) return <StatusBadge status="blocked" name={words.addresses.blocked} tone="bad" />;
  return <StatusBadge status="enabled" name={words.addresses.active} tone="good" />;
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
    said: words.addresses.removed,
    done: close,
  });
  const goes = words.addresses.removeMore;
  const askOff = () =>
    setQuestion({
      title: words.addresses.disableTitle({ name }),
      costs: goes,
      yes: words.common.disable,
      act: () => change.run({ enabled: false }),
    });
  const askRemove = () =>
    setQuestion({
      title: words.addresses.removeTitle({ name }),
      costs: goes,
      yes: words.common.remove,
      act: () => remove.run(),
    });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" size="compact-sm" aria-label={words.addresses.editAddress({ name })}>
            {words.common.edit}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {address.derived_addresses.length === 0 ? null : (
            <Menu.Item onClick={compare}>{words.addresses.compare}</Menu.Item>
          )}
          <Menu.Item onClick={naming.open}>
            {address.label === null ? words.addresses.addName : words.addresses.rename}
          </Menu.Item>
          {address.enabled ? (
            <Menu.Item onClick={askOff}>{words.common.disable}</Menu.Item>
          ) : (
            <Menu.Item onClick={() => change.run({ enabled: true })}>{words.common.enable}</Menu.Item>
          )}
          <Menu.Item c="var(--mantine-color-error)" onClick={askRemove}>
            {words.common.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <RenameAddress key={address.label} app={app} address={address} opened={isNaming} close={naming.close} />
      <Confirm question={question} isRunning={change.isRunning || remove.isRunning} close={close} />
    </>
  );
}

/** The row differs from the signed values: no customer is shown it until the merchant has reviewed it. */
function Tampered({ app, address }: Pick<AddressCardProps, 'app' | 'address'>) {
  const [value, setValue] = useState('');
  const confirm = useAct({
    act: () => api.put(`/app-address/${address.id}`, { confirmed_value: value.trim() }),
    refreshes: [['app-addresses', app.id]],
    said: words.addresses.confirmed,
    showsProblem: true,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.run();
  };
  return (
    <Alert color="red" variant="light" title={words.addresses.tamperedTitle}>
      <form onSubmit={submit}>
        <Stack align="flex-start">
          <Text>{words.addresses.tamperedMore}</Text>
          <TextInput
            label={words.addresses.tamperedLabel}
            w="100%"
            required
            value={value}
            onChange={(event) => setValue(event.currentTarget.value)}
          />
          <ProblemNote problem={confirm.problem} />
          <Button type="submit" variant="default" loading={confirm.isRunning}>
            {words.addresses.confirmMine}
          </Button>
        </Stack>
      </form>
    </Alert>
  );
}
