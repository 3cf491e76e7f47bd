// How many confirmations a payment needs, by what the order is worth, and when that releases it, coin by coin.
import { ActionIcon, Alert, Anchor, Button, Group, NativeSelect, Stack, TextInput, Title } from '@mantine/core';
import { AppLink } from '../../parts/app-link.tsx';
import { CoinName } from '../../parts/networks/coin-name.tsx';
import { Section } from '../../parts/sheets/section.tsx';
import { words } from '../../words/words.ts';
import { Consequence } from './consequence.tsx';
import { dollars, exampleCents, releases, releaseText } from './consequences.ts';
import type { SectionProps } from './section-props.ts';
import { readableTiers, type TierValues } from './settings-form.ts';
import type { CoinOfApp } from './use-accepted-coins.ts';

export function DepthSection({ form, errors, coins }: SectionProps & { readonly coins: readonly CoinOfApp[] }) {
  const tiers = form.values.confirmations_by_value;
  const add = (tier: Omit<TierValues, 'key'>) =>
    form.insertListItem('confirmations_by_value', { ...tier, key: `new-${Date.now()}-${tiers.length}` });
  return (
    <Section
      title={words.headings.confirmations}
      about="Small orders can be released sooner, large ones later. Never sooner than this service allows."
    >
      {tiers.map((tier, index) => (
        <Tier key={tier.key} form={form} errors={errors} index={index} edge={tier.edge} />
      ))}
      <Group gap="xs">
        <Button
          variant="default"
          onClick={() => add({ edge: 'below', amount: '50', currency: 'USD', confirmations: '1' })}
        >
          Sooner below an amount
        </Button>
        <Button
          variant="default"
          onClick={() => add({ edge: 'from', amount: '1000', currency: 'USD', confirmations: 'finalized' })}
        >
          Later from an amount on
        </Button>
      </Group>
      <Releases coins={coins} tiers={tiers} />
    </Section>
  );
}

function Tier({ form, errors, index, edge }: SectionProps & { readonly index: number; readonly edge: string }) {
  const path = `confirmations_by_value.${index}`;
  const field = (name: string) => ({ ...form.getInputProps(`${path}.${name}`), error: errors[`${path}.${name}`] });
  const counts = ['1', '2', '3', '6', '12', '20', '30', '64'];
  const now = form.values.confirmations_by_value[index]?.confirmations ?? '';
  const all = [...new Set([...counts, ...(now === 'finalized' ? [] : [now])])].sort((a, b) => Number(a) - Number(b));
  return (
    <div className="tier">
      <NativeSelect
        label="Orders"
        data={[
          { value: 'below', label: 'below' },
          { value: 'from', label: 'from … on' },
        ]}
        {...field('edge')}
      />
      <TextInput label="Amount" inputMode="decimal" {...field('amount')} />
      <TextInput label="Currency" maxLength={3} {...field('currency')} />
      <NativeSelect
        label="Need"
        data={[
          ...all.map((one) => ({ value: one, label: one === '1' ? '1 confirmation' : `${one} confirmations` })),
          ...(edge === 'from' ? [{ value: 'finalized', label: 'a final block' }] : []),
        ]}
        {...field('confirmations')}
      />
      <ActionIcon
        variant="default"
        size="input-sm"
        mt={22}
        aria-label={`Remove the rule for orders ${edge} ${form.values.confirmations_by_value[index]?.amount ?? ''}`}
        onClick={() => form.removeListItem('confirmations_by_value', index)}
      >
        ✕
      </ActionIcon>
    </div>
  );
}

function Releases({ coins, tiers }: { readonly coins: readonly CoinOfApp[]; readonly tiers: readonly TierValues[] }) {
  if (coins.length === 0) {
    return (
      <Consequence>
        No coin is accepted yet.{' '}
        <Anchor component={AppLink} to="/console/settings/coins" inherit>
          Choose coins
        </Anchor>{' '}
        to see when an order is released.
      </Consequence>
    );
  }
  const readable = readableTiers(tiers);
  return (
    <Stack gap="sm" aria-live="polite">
      {exampleCents.map((cents) => (
        <div key={String(cents)}>
          <Title order={3} size="h4">
            A {dollars(cents)} order is released
          </Title>
          <dl className="release">
            {releases(cents, coins, readable).map((release) => (
              <div key={`${release.coin.symbol}-${release.coin.network.symbol}`}>
                <dt>
                  <CoinName {...release.coin} />
                </dt>
                <dd>{releaseText(release)}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
      {coins.some(({ usual, floor }) => usual > floor) || !tiers.some(({ edge }) => edge === 'below') ? null : (
        <Alert color="amber" variant="light">
          Rules below an amount change nothing here: this service lets nobody ask for fewer confirmations than its
          networks usually do. Whoever runs it can allow it (confirmations_floor).
        </Alert>
      )}
    </Stack>
  );
}
