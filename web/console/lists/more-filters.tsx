// The filters behind the button (days, coin, network, currency and total), and the list of the active ones.
import { Button, Group, Popover, SimpleGrid, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useKeys } from '../browser/keys.ts';
import { statusWords } from '../parts/status-badge.tsx';
import { day, list } from '../words/figures.ts';
import { words } from '../words/words.ts';
import { allOf, filtersIn, noFilters, oneOf, type Search, useListSearch } from './list-search.ts';

type FilterName = 'from' | 'to' | 'cryptocurrency' | 'network' | 'currency' | 'total_min' | 'total_max';

const fieldOf = (name: FilterName): { label: string; type?: string; placeholder?: string } =>
  ({
    from: { label: words.filters.firstDay, type: 'date' },
    to: { label: words.filters.lastDay, type: 'date' },
    cryptocurrency: { label: words.common.coin, placeholder: 'ETH' },
    network: { label: words.common.network, placeholder: 'ethereum' },
    currency: { label: words.common.currency, placeholder: 'USD' },
    total_min: { label: words.filters.totalMin, placeholder: '10.00' },
    total_max: { label: words.filters.totalMax, placeholder: '500.00' },
  })[name];

export function MoreFilters({ names }: { readonly names: readonly FilterName[] }) {
  const { search, change } = useListSearch();
  const [isOpen, { toggle, close }] = useDisclosure(false);
  useKeys([{ keys: 'f', words: words.filters.filter, act: toggle }]);
  return (
    <Popover opened={isOpen} onChange={toggle} onDismiss={close} position="bottom-start" shadow="md" trapFocus>
      <Popover.Target>
        <Button variant="default" px="sm" onClick={toggle} rightSection="▾">
          {words.filters.filter}
        </Button>
      </Popover.Target>
      <Popover.Dropdown maw="calc(100vw - 32px)" aria-label={words.filters.filter}>
        <SimpleGrid cols={2} spacing="sm">
          {names.map((name) => (
            <TextInput
              key={name}
              {...fieldOf(name)}
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
            {words.common.done}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Each filter with its value: 'Status: Paid or Expired', 'First day: Nov 1, 2026'. */
export function filterWords(search: Search): string[] {
  const textOf: Readonly<Record<string, (value: string) => string>> = {
    currency: (value) => value.toUpperCase(),
    cryptocurrency: (value) => value.toUpperCase(),
    from: day,
    to: day,
    status: () => list(allOf(search, 'status').map(statusWords), 'disjunction'),
  };
  const labelOf = (name: string) =>
    name === 'q' ? words.common.search : name === 'status' ? words.common.status : fieldOf(name as FilterName).label;
  return Object.keys(filtersIn(search)).map((name) => {
    const value = oneOf(search, name);
    return words.filters.set({ filter: labelOf(name), value: textOf[name]?.(value) ?? value });
  });
}

/** The filters besides search and status, with a button that removes all. */
export function FiltersSet() {
  const { search, change } = useListSearch();
  const { q: _q, status: _status, ...rest } = filtersIn(search);
  if (Object.keys(rest).length === 0) return null;
  return (
    <Group gap="xs">
      <span className="soft">{list(filterWords(rest), 'unit')}</span>
      <Button variant="default" size="compact-sm" onClick={() => change(noFilters)}>
        {words.filters.clear}
      </Button>
    </Group>
  );
}
