// The confirmations that a payment needs, by the value of the order, and the time they take for each coin.
import { ActionIcon, Alert, Anchor, Button, Group, NativeSelect, Stack, TextInput, Title } from '@mantine/core';
import { AppLink } from '../../parts/app-link.tsx';
import { CoinName } from '../../parts/networks/coin-name.tsx';
import { Section } from '../../parts/sheets/section.tsx';
import { joined } from '../../words/text-with-elements.ts';
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
    <Section title={words.headings.confirmations} about={words.settingsShop.depthAbout}>
      {tiers.map((tier, index) => (
        <Tier key={tier.key} form={form} errors={errors} index={index} edge={tier.edge} />
      ))}
      <Group gap="xs">
        <Button
          variant="default"
          onClick={() => add({ edge: 'below', amount: '50', currency: 'USD', confirmations: '1' })}
        >
          {words.settingsShop.ruleBelow}
        </Button>
        <Button
          variant="default"
          onClick={() => add({ edge: 'from', amount: '1000', currency: 'USD', confirmations: 'finalized' })}
        >
          {words.settingsShop.ruleFrom}
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
  const { confirmations: now = '', amount = '' } = form.values.confirmations_by_value[index] ?? {};
  const all = [...new Set([...counts, ...(now === 'finalized' ? [] : [now])])].sort((a, b) => Number(a) - Number(b));
  return (
    <div className="tier">
      <NativeSelect
        label={words.settingsShop.orders}
        data={[
          { value: 'below', label: words.settingsShop.below },
          { value: 'from', label: words.settingsShop.from },
        ]}
        {...field('edge')}
      />
      <TextInput label={words.common.amount} inputMode="decimal" {...field('amount')} />
      <TextInput label={words.common.currency} maxLength={3} {...field('currency')} />
      <NativeSelect
        label={words.settingsShop.confirmations}
        data={[
          ...all.map((one) => ({ value: one, label: words.coins.confirmationCount({ count: Number(one) }) })),
          ...(edge === 'from' ? [{ value: 'finalized', label: words.settingsShop.finalBlock }] : []),
        ]}
        {...field('confirmations')}
      />
      <ActionIcon
        variant="default"
        size="input-sm"
        mt={22}
        aria-label={
          edge === 'below' ? words.settingsShop.removeBelow({ amount }) : words.settingsShop.removeFrom({ amount })
        }
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
        {joined(
          words.settingsShop.noCoins({
            link: (
              <Anchor component={AppLink} to="/console/settings/coins" inherit>
                {words.settingsShop.chooseCoins}
              </Anchor>
            ),
          }),
        )}
      </Consequence>
    );
  }
  const readable = readableTiers(tiers);
  return (
    <Stack gap="sm" aria-live="polite">
      {exampleCents.map((cents) => (
        <div key={String(cents)}>
          <Title order={3} size="h4">
            {words.settingsShop.released({ price: dollars(cents) })}
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
          {joined(words.settingsShop.noEffect({ setting: <code>confirmations_floor</code> }))}
        </Alert>
      )}
    </Stack>
  );
}
