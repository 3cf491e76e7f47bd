// ⌘K: invoices, payments and addresses from the service; actions of this screen; pages, settings and apps.
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
import { useApp } from '../browser/chosen-app.ts';
import { keysInUse } from '../browser/keys.ts';
import { invoiceAbout, invoiceName } from '../evidence/invoice-name.ts';
import { useNetworkNames } from '../evidence/network-names.ts';
import { Icon, type IconName } from '../layout/icons.tsx';
import { placesFor } from '../layout/places.ts';
import { paymentStatus, statusWords } from '../parts/status-badge.tsx';
import { list, price } from '../words/figures.ts';
import { words } from '../words/words.ts';
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
    { group: words.search.onScreen, actions: screenActs(fits) },
    {
      group: words.search.goTo,
      actions: placesFor(isOperator)
        .map((place) => ({ ...place, label: words.places[place.name] }))
        .filter(({ label }) => fits(label))
        .map(({ to, label, icon, keys }) => act([to, label], icon, () => go(to), { keys })),
    },
    {
      group: words.layout.settings,
      actions: settingsFor(sought).map(({ label, to, search: part, heading }) =>
        act(
          [`setting ${label}`, label],
          'shop',
          () => go(to, { search: part, hash: heading && sectionId(heading) } as never),
          {
            description: heading === label ? undefined : heading,
          },
        ),
      ),
    },
    {
      group: words.search.shops,
      actions: apps
        .filter(({ id, name }) => id !== app?.id && fits(name))
        .map((one) => act([one.id, words.layout.goTo({ page: one.name })], 'shop', () => choose(one))),
    },
  ];
  const shown = groups.filter(({ actions }) => actions.length > 0);
  useFirstChosen(shown.flatMap(({ actions }) => actions.map(({ id }) => id)).join('\n'));
  return (
    <Spotlight
      store={searchStore}
      actions={shown}
      // The results are already filtered: an invoice that was found by a hash does not contain its text.
      filter={(_query, all) => all}
      query={text}
      onQueryChange={setText}
      shortcut={null}
      scrollable
      centered={false}
      yOffset="12vh"
      maxHeight={480}
      attributes={{ content: { 'aria-label': words.common.search } }}
      nothingFound={found.isAsking ? words.search.searching : words.search.nothing}
      searchProps={{ placeholder: words.search.placeholder, 'aria-label': words.search.label }}
    />
  );
}

/**
 * The service's results arrive after the letters, and Spotlight selects the first result only when a letter is typed.
 * This selects it again, as Spotlight does.
 */
function useFirstChosen(ids: string): void {
  useEffect(() => {
    const { listId } = searchStore.getState();
    const all = [...(document.getElementById(listId)?.querySelectorAll('[data-action]') ?? [])];
    for (const [index, one] of all.entries()) one.toggleAttribute('data-selected', index === 0 && ids !== '');
    searchStore.updateState((state) => ({ ...state, selected: 0 }));
  }, [ids]);
}

/** Payments come first: a user who searches for a hash wants its payment. */
function foundGroups(found: Found, networkName: (symbol: string) => string, go: Go): SpotlightActionGroupData[] {
  const toInvoice = (id: string) => go(`/console/invoices/${id}`);
  return [
    {
      group: words.places.payments,
      actions: found.payments.map((one) => {
        const amount = coinText(one.received_amount ?? one.amount ?? '', one.cryptocurrency.symbol);
        return act(
          [
            one.id,
            one.reference == null
              ? words.search.paymentForInvoice({ payment: amount })
              : words.search.paymentFor({ payment: amount, invoice: one.reference }),
          ],
          'payments',
          () => toInvoice(one.invoice_id),
          {
            description: list([paymentStatus(one), one.network.name, shortHash(one.hash ?? '')], 'unit'),
          },
        );
      }),
    },
    {
      group: words.search.unmatched,
      actions: found.unmatched.map((one) => {
        const at = { payment: one.id, ...(one.status === 'waiting' ? {} : { show: 'done' }) };
        return act(
          [one.id, coinText(one.amount, one.cryptocurrency)],
          'sort',
          () => go('/console/review', { search: at }),
          {
            description: list([statusWords(one.status), networkName(one.network), shortHash(one.hash)], 'unit'),
          },
        );
      }),
    },
    {
      group: words.places.invoices,
      actions: found.invoices.map((invoice) =>
        act(
          [invoice.id, list([price(invoice.total, invoice.currency), invoiceName(invoice)], 'unit')],
          'invoices',
          () => toInvoice(invoice.id),
          { description: invoiceAbout(invoice) ?? statusWords(invoice.status) },
        ),
      ),
    },
    {
      group: words.search.addresses,
      actions: found.addresses.map(({ id, label, value, network }) =>
        act([id, label ?? shortHash(value)], 'addresses', () => go('/console/settings/addresses'), {
          description: label === null ? network.name : list([network.name, shortHash(value)], 'unit'),
        }),
      ),
    },
  ];
}

const coinText = (amount: string, symbol: string) => `${amount} ${symbol}`.trim();

/** Actions with an active shortcut, without the pages, which have their own group. */
function screenActs(fits: (label: string) => boolean): SpotlightActionData[] {
  return keysInUse
    .get()
    .filter((one) => !/^(?:g |mod\+k|\?)/.test(one.keys) && fits(one.words))
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
