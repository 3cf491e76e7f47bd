// ⌘K: every place and shop by a few letters of its name, every invoice by its reference, e-mail, id, hash or address.
import '@mantine/spotlight/styles.layer.css';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { App, Invoice } from '../../../sdk/src/generated/api.ts';
import { fiatText } from '../../checkout/rules/figures.ts';
import { api } from '../outside/api.ts';
import { useApp } from '../outside/chosen-app.ts';
import { Icon } from './icons.tsx';
import { placesFor } from './places.ts';

const [searchStore, search] = createSpotlight();

/** Opens it. */
export const openSearch = search.open;

const fewestLetters = 3;
const pauseMillis = 200;

export function SearchBox({ isOperator }: { readonly isOperator: boolean }) {
  const navigate = useNavigate();
  const { app, apps, choose } = useApp();
  const [text, setText] = useState('');
  const found = useFound(app, text.trim());
  const wanted = text.trim().toLowerCase();
  const fits = (label: string) => label.toLowerCase().includes(wanted);
  const actions: SpotlightActionData[] = [
    ...placesFor(isOperator)
      .filter(({ words }) => fits(words))
      .map(({ to, words, icon }) => ({
        id: to,
        label: words,
        leftSection: <Icon name={icon} />,
        onClick: () => void navigate({ to }),
      })),
    ...apps
      .filter(({ name }) => fits(name))
      .map((one) => ({
        id: one.id,
        label: `Go to ${one.name}`,
        leftSection: <Icon name="shop" />,
        onClick: () => choose(one),
      })),
    ...found.map((invoice) => ({
      id: invoice.id,
      label: labelOf(invoice),
      description: invoice.customer?.email ?? invoice.order.description ?? invoice.status.replaceAll('_', ' '),
      leftSection: <Icon name="invoices" />,
      onClick: () => void navigate({ to: '/console/invoices/$id', params: { id: invoice.id } as never }),
    })),
  ];
  return (
    <Spotlight
      store={searchStore}
      actions={actions}
      // What fits is chosen above: an invoice that is found by its hash does not show it.
      filter={(_query, all) => all}
      query={text}
      onQueryChange={setText}
      shortcut={null}
      nothingFound="Nothing like this is here"
      limit={12}
      searchProps={{ placeholder: 'Invoice, hash, address, e-mail, setting', 'aria-label': 'Search the console' }}
    />
  );
}

function labelOf({ total, currency, order }: Invoice): string {
  return `${fiatText(total, currency)}, ${order.reference ?? 'an invoice without a reference'}`;
}

/** Invoices that the service finds; none while somebody still types. */
function useFound(app: App | null, text: string): readonly Invoice[] {
  const [settled] = useDebouncedValue(text, pauseMillis);
  const { data } = useQuery({
    queryKey: ['invoices', app?.id, 'found', settled],
    queryFn: ({ signal }) => api.get<Invoice[]>('/invoices', { app_id: app?.id, q: settled, limit: 8 }, signal),
    enabled: app !== null && settled.length >= fewestLetters,
  });
  return settled === text ? (data ?? []) : [];
}
