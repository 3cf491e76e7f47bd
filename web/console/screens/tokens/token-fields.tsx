// The fields of every form for a token: name, scopes, allowed IP addresses and end.
import { Button, Checkbox, Fieldset, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { Scope } from '../../../../src/core/access.ts';
import { costsMoney } from '../../../../src/core/effects/scope-effects.ts';
import { words } from '../../words/words.ts';

export interface TokenValues {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly ranges: string;
  readonly days: string;
}

export const emptyToken: TokenValues = { name: '', scopes: [], ranges: '', days: '90' };

/** Props of each part of the form. */
export interface FieldProps {
  readonly values: TokenValues;
  readonly errors: Readonly<Record<string, string>>;
  readonly set: (more: Partial<TokenValues>) => void;
}

export function NameField({ values, errors, set, example }: FieldProps & { readonly example: string }) {
  return (
    <TextInput
      label={words.common.name}
      placeholder={example}
      required
      data-autofocus
      value={values.name}
      error={errors.name}
      onChange={(event) => set({ name: event.currentTarget.value })}
    />
  );
}

/** A choice of scopes at one click. */
export interface Recipe {
  readonly name: string;
  readonly scopes: readonly Scope[];
}

export interface RightsProps extends FieldProps {
  readonly recipes: readonly Recipe[];
  readonly offered: readonly Scope[];
  readonly scopeNames: Readonly<Record<Scope, string>>;
  /** The effects of a token with this scope, in a sentence. */
  readonly effectsOf: (scope: Scope) => string;
}

export function RightsFields({ values, errors, set, recipes, offered, scopeNames, effectsOf }: RightsProps) {
  return (
    <Fieldset legend={words.tokens.scopes}>
      <Stack gap="xs">
        <Group gap="xs">
          {recipes.map((recipe) => (
            <Button
              key={recipe.name}
              variant="default"
              size="compact-sm"
              onClick={() => set({ scopes: recipe.scopes })}
            >
              {recipe.name}
            </Button>
          ))}
          <Button variant="subtle" size="compact-sm" onClick={() => set({ scopes: [] })}>
            {words.tokens.clear}
          </Button>
        </Group>
        <Checkbox.Group value={[...values.scopes]} onChange={(chosen) => set({ scopes: chosen })} error={errors.scopes}>
          <Stack gap={10}>
            {offered.map((scope) => (
              <ScopeChoice key={scope} scope={scope} name={scopeNames[scope]} effects={effectsOf(scope)} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Stack>
    </Fieldset>
  );
}

interface ChoiceProps {
  readonly scope: Scope;
  readonly name: string;
  readonly effects: string;
}

function ScopeChoice({ scope, name, effects }: ChoiceProps) {
  return (
    <Checkbox
      value={scope}
      description={costsMoney(scope) ? undefined : effects}
      label={
        <>
          {name}{' '}
          {costsMoney(scope) ? (
            <Text component="span" size="sm" fw={600} c="var(--mantine-color-error)">
              {words.tokens.costsMoney}
            </Text>
          ) : null}
        </>
      }
    />
  );
}

export function EndField({ values, errors, set }: FieldProps) {
  return (
    <NativeSelect
      label={words.tokens.expiresAfter}
      data={[
        ...['7', '30', '90', '365'].map((days) => ({ value: days, label: words.today.days({ count: Number(days) }) })),
      ]}
      value={values.days}
      error={errors.expires_at}
      onChange={(event) => set({ days: event.currentTarget.value })}
    />
  );
}

export interface RangesProps {
  readonly values: Pick<TokenValues, 'ranges'>;
  readonly errors: FieldProps['errors'];
  readonly set: (more: Pick<TokenValues, 'ranges'>) => void;
  readonly hint: string | undefined;
}

export function RangesField({ values, errors, set, hint }: RangesProps) {
  const about = words.tokens.rangesAbout({ example: '203.0.113.0/24' });
  return (
    <Textarea
      label={words.tokens.allowedIps}
      description={hint === undefined ? about : `${about} ${hint}`}
      autosize
      value={values.ranges}
      error={Object.entries(errors).find(([field]) => field.startsWith('cidrs'))?.[1]}
      onChange={(event) => set({ ranges: event.currentTarget.value })}
    />
  );
}

/** The ranges in a text, one per line or with commas. Null without any: every address is allowed. */
export function rangesIn(text: string): string[] | null {
  const cidrs = text.split(/[\s,]+/).filter((one) => one !== '');
  return cidrs.length === 0 ? null : cidrs;
}

/** The members that the bodies of all tokens have. */
export function boundsOf({ name, ranges, days }: TokenValues) {
  return {
    name: name.trim(),
    cidrs: rangesIn(ranges),
    // A minute less, so that a fast clock never exceeds the limit of a year.
    expires_at: new Date(Date.now() + Number(days) * 86_400_000 - 60_000).toISOString(),
  };
}
