// The filters that are not always in sight: days, coin, network, currency and total; and in words which are set.
import { Button, Group, Popover, SimpleGrid, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useKeys } from '../outside/keys.ts';
import { statusWords } from '../parts/status-badge.tsx';
import { allOf, filtersIn, noFilters, oneOf, type Search, useListSearch } from './list-search.ts';

type FilterName = 'from' | 'to' | 'cryptocurrency' | 'network' | 'currency' | 'total_min' | 'total_max';

const fields: Readonly<Record<FilterName, { label: string; type?: string; placeholder?: string }>> = {
  from: { label: 'First day', type: 'date' },
  to: { label: 'Last day', type: 'date' },
  cryptocurrency: { label: 'Coin', placeholder: 'ETH' },
  network: { label: 'Network', placeholder: 'ethereum' },
  currency: { label: 'Currency', placeholder: 'USD' },
  total_min: { label: 'Total from', placeholder: '10.00' },
  total_max: { label: 'Total up to', placeholder: '500.00' },
};

export function MoreFilters({ names }: { readonly names: readonly FilterName[] }) {
  const { search, change } = useListSearch();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  useKeys([{ keys: 'f', words: 'Filter', act: toggle }]);
  return (
    <Popover opened={isOpen} onChange={toggle} onDismiss={close} position="bottom-start" shadow="md" trapFocus>
      <Popover.Target>
        <Button variant="default" px="sm" onClick={toggle} rightSection="▾">
          Filter
        </Button>
      </Popover.Target>
      <Popover.Dropdown maw="calc(100vw - 32px)" aria-label="Filter">
        <SimpleGrid cols={2} spacing="sm">
          {names.map((name) => (
            <TextInput
              key={name}
              {...fields[name]}
              defaultValue={oneOf(search, name)}
              inputMode={name.startsWith('total') ? 'decimal' : undefined}
              onChange={(event) => {
                const value = event.currentTarget.value.trim();
                change({ [name]: value === '' ? undefined : value });
              }}
            />
          ))}
        </SimpleGrid>
        <Group justify="flex-end" mt="sm">
          <Button variant="default" onClick={close}>
            Done
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Each filter as people would say it: 'with “1042”', 'paid or expired', 'from Nov 1, 2026'. */
export function filterWords(search: Search): string[] {
  const said: Readonly<Record<string, (value: string) => string>> = {
    q: (value) => `with “${value}”`,
    currency: (value) => `in ${value.toUpperCase()}`,
    cryptocurrency: (value) => `paid with ${value.toUpperCase()}`,
    network: (value) => `on ${value}`,
    total_min: (value) => `of ${value} or more`,
    total_max: (value) => `of ${value} or less`,
    from: (value) => `from ${dayWords(value)} on`,
    to: (value) => `up to ${dayWords(value)}`,
  };
  return Object.keys(filtersIn(search)).map((name) =>
    name === 'status'
      ? allOf(search, name)
          .map((one) => statusWords(one).toLowerCase())
          .join(' or ')
      : (said[name]?.(oneOf(search, name)) ?? name),
  );
}

/** What is set beyond the search and the statuses, with a button that takes all of it away. */
export function FiltersSet() {
  const { search, change } = useListSearch();
  const { q: _q, status: _status, ...rest } = filtersIn(search);
  if (Object.keys(rest).length === 0) return null;
  return (
    <Group gap="xs">
      <span className="soft">Only {filterWords(rest).join(', ')}.</span>
      <Button variant="default" size="compact-sm" onClick={() => change(noFilters)}>
        Take all filters away
      </Button>
    </Group>
  );
}

function dayWords(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(day.getTime())) return date;
  return new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(day);
}
