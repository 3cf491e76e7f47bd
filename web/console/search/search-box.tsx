// ⌘K: invoices, payments and addresses as the service finds them; what this screen can do; places, settings, shops.
import '@mantine/spotlight/styles.layer.css';
import { Kbd } from '@mantine/core';
import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { shortHash } from '../../checkout/rules/address-text.ts';
import { fiatText } from '../../checkout/rules/figures.ts';
import { invoiceAbout, invoiceName } from '../evidence/invoice-name.ts';
import { useNetworkNames } from '../evidence/network-names.ts';
import { Icon, type IconName } from '../layout/icons.tsx';
import { placesFor } from '../layout/places.ts';
import { useApp } from '../outside/chosen-app.ts';
import { keysInUse } from '../outside/keys.ts';
import { type Found, useFound } from './found.ts';
import { sectionId, settingsFor } from './settings-index.ts';

const [searchStore, search] = createSpotlight();

/** Opens it. */
export const openSearch = search.open;

type Go = (to: string, more?: { readonly search?: object; readonly hash?: string }) => void;

export function SearchBox({ isOperator }: { readonly isOperator: boolean }) {
  const navigate = useNavigate();
  const { app, apps, choose } = useApp();
  const [text, setText] = useState('');
  const sought = text.trim();
  const found = useFound(app, sought);
  const go: Go = (to, { search: more = {}, hash } = {}) => void navigate({ to, search: more, hash } as never);
  const networkName = useNetworkNames();
  const fits = (label: string) => label.toLowerCase().includes(sought.toLowerCase());
  const groups: SpotlightActionGroupData[] = [
    ...foundGroups(found, networkName, go),
    { group: 'On this screen', actions: screenActs(fits) },
    {
      group: 'Go to',
      actions: placesFor(isOperator)
        .filter(({ words }) => fits(words))
        .map(({ to, words, icon, keys }) => act([to, words], icon, () => go(to), { keys })),
    },
    {
      group: 'Settings',
      actions: settingsFor(sought).map(({ words, to, search: part, at }) =>
        act([`setting ${words}`, words], 'shop', () => go(to, { search: part, hash: at && sectionId(at) } as never), {
          description: at === words ? undefined : at,
        }),
      ),
    },
    {
      group: 'Shops',
      actions: apps
        .filter(({ id, name }) => id !== app?.id && fits(name))
        .map((one) => act([one.id, `Go to ${one.name}`], 'shop', () => choose(one))),
    },
  ];
  const shown = groups.filter(({ actions }) => actions.length > 0);
  useFirstChosen(shown.flatMap(({ actions }) => actions.map(({ id }) => id)).join('\n'));
  return (
    <Spotlight
      store={searchStore}
      actions={shown}
      // What fits is chosen above: an invoice that is found by its hash does not show it.
      filter={(_query, all) => all}
      query={text}
      onQueryChange={setText}
      shortcut={null}
      scrollable
      centered={false}
      yOffset="12vh"
      maxHeight={480}
      attributes={{ content: { 'aria-label': 'Search' } }}
      nothingFound={found.isAsking ? 'Looking…' : 'Nothing like this is here'}
      searchProps={{ placeholder: 'Invoice, hash, address, e-mail, setting', 'aria-label': 'Search the console' }}
    />
  );
}

/**
 * What the service finds comes after the letters, and Spotlight chooses anew with each letter only: so the first is
 * chosen here too, in the way that Spotlight does it.
 */
function useFirstChosen(ids: string): void {
  useEffect(() => {
    const { listId } = searchStore.getState();
    const all = [...(document.getElementById(listId)?.querySelectorAll('[data-action]') ?? [])];
    for (const [index, one] of all.entries()) one.toggleAttribute('data-selected', index === 0 && ids !== '');
    searchStore.updateState((state) => ({ ...state, selected: 0 }));
  }, [ids]);
}

/** Money first: who searches by a hash wants to know what became of it. */
function foundGroups(found: Found, networkName: (symbol: string) => string, go: Go): SpotlightActionGroupData[] {
  const toInvoice = (id: string) => go(`/console/invoices/${id}`);
  return [
    {
      group: 'Payments',
      actions: found.payments.map((one) => {
        const amount = `${one.received_amount ?? one.amount ?? ''} ${one.cryptocurrency.symbol}`.trim();
        const hash = one.hash === null ? 'not sent yet' : shortHash(one.hash);
        return act(
          [one.id, `${amount} for ${one.reference ?? 'an invoice'}`],
          'payments',
          () => toInvoice(one.invoice_id),
          {
            description: `${statusWords[one.status]} on ${one.network.name}, ${hash}`,
          },
        );
      }),
    },
    {
      group: 'Payments that came unasked',
      actions: found.unmatched.map((one) => {
        const at = { payment: one.id, ...(one.status === 'waiting' ? {} : { show: 'done' }) };
        return act(
          [one.id, `${one.amount} ${one.cryptocurrency}`],
          'sort',
          () => go('/console/sort-out', { search: at }),
          {
            description: `${unmatchedWords[one.status]}, on ${networkName(one.network)}, ${shortHash(one.hash)}`,
          },
        );
      }),
    },
    {
      group: 'Invoices',
      actions: found.invoices.map((invoice) =>
        act(
          [invoice.id, `${fiatText(invoice.total, invoice.currency)}, ${invoiceName(invoice)}`],
          'invoices',
          () => toInvoice(invoice.id),
          { description: invoiceAbout(invoice) ?? invoice.status.replaceAll('_', ' ') },
        ),
      ),
    },
    {
      group: 'Your addresses',
      actions: found.addresses.map(({ id, label, value, network }) =>
        act([id, label ?? shortHash(value)], 'addresses', () => go('/console/settings/addresses'), {
          description: label === null ? network.name : `${network.name}, ${shortHash(value)}`,
        }),
      ),
    },
  ];
}

const statusWords = {
  processing: 'On its way',
  success: 'Confirmed',
  canceled: 'Canceled',
  rejected: 'Rejected',
} as const;

const unmatchedWords = {
  waiting: 'Waits to be sorted out',
  assigned: 'Assigned',
  dismissed: 'Dismissed',
  withdrawn: 'Taken back by the chain',
} as const;

/** What has a key here and now, but for the places, which stand for themselves. */
function screenActs(fits: (label: string) => boolean): SpotlightActionData[] {
  return keysInUse
    .get()
    .filter(({ keys, words }) => !/^(?:g |mod\+k|\?)/.test(keys) && fits(words))
    .map((one) => act([`key ${one.keys} ${one.words}`, one.words], 'done', one.act, { keys: one.keys }));
}

interface More {
  readonly keys?: string;
  readonly description?: string | undefined;
}

function act(
  [id, label]: readonly [id: string, label: string],
  icon: IconName,
  onClick: () => void,
  { keys, description }: More = {},
) {
  return {
    id,
    label,
    onClick,
    leftSection: <Icon name={icon} />,
    ...(description === undefined ? {} : { description }),
    ...(keys === undefined ? {} : { rightSection: <KeyNames keys={keys} /> }),
  } satisfies SpotlightActionData;
}

function KeyNames({ keys }: { readonly keys: string }): ReactNode {
  return (
    <span aria-hidden="true">
      {keys.split(' ').map((key) => (
        <Kbd key={key} size="xs" ms={4}>
          {key.replace('mod+', 'Ctrl ')}
        </Kbd>
      ))}
    </span>
  );
}
