// The fields that every form for a token has: what it may do, from where, and until when.
import { Button, Checkbox, Fieldset, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { Scope } from '../../../../src/core/access.ts';
import { costsMoney } from '../../../../src/core/effects/scope-effects.ts';

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
      label="What it is for"
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
  readonly words: string;
  readonly scopes: readonly Scope[];
}

export interface RightsProps extends FieldProps {
  readonly recipes: readonly Recipe[];
  readonly offered: readonly Scope[];
  readonly words: Readonly<Record<Scope, string>>;
  /** The effects of a token with this scope, in a sentence. */
  readonly effectsOf: (scope: Scope) => string;
}

export function RightsFields({ values, errors, set, recipes, offered, words, effectsOf }: RightsProps) {
  return (
    <Fieldset legend="It may">
      <Stack gap="xs">
        <Group gap="xs">
          {recipes.map((recipe) => (
            <Button
              key={recipe.words}
              variant="default"
              size="compact-sm"
              onClick={() => set({ scopes: recipe.scopes })}
            >
              {recipe.words}
            </Button>
          ))}
          <Button variant="subtle" size="compact-sm" onClick={() => set({ scopes: [] })}>
            Nothing
          </Button>
        </Group>
        <Checkbox.Group value={[...values.scopes]} onChange={(chosen) => set({ scopes: chosen })} error={errors.scopes}>
          <Stack gap={10}>
            {offered.map((scope) => (
              <ScopeChoice key={scope} scope={scope} words={words[scope]} effects={effectsOf(scope)} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Stack>
    </Fieldset>
  );
}

interface ChoiceProps {
  readonly scope: Scope;
  readonly words: string;
  readonly effects: string;
}

function ScopeChoice({ scope, words, effects }: ChoiceProps) {
  return (
    <Checkbox
      value={scope}
      description={costsMoney(scope) ? undefined : effects}
      label={
        <>
          {words}{' '}
          {costsMoney(scope) ? (
            <Text component="span" size="sm" fw={600} c="var(--mantine-color-error)">
              Can cost money.
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
      label="Ends after"
      data={[
        { value: '7', label: '7 days' },
        { value: '30', label: '30 days' },
        { value: '90', label: '90 days' },
        { value: '365', label: 'a year' },
      ]}
      value={values.days}
      error={errors.expires_at}
      onChange={(event) => set({ days: event.currentTarget.value })}
    />
  );
}

export function RangesField({ values, errors, set, left }: FieldProps & { readonly left: string }) {
  return (
    <Textarea
      label="Works only from"
      description={`Addresses or ranges such as 203.0.113.0/24, one a line. Left empty, from anywhere${left}.`}
      autosize
      value={values.ranges}
      error={Object.entries(errors).find(([field]) => field.startsWith('cidrs'))?.[1]}
      onChange={(event) => set({ ranges: event.currentTarget.value })}
    />
  );
}

/** The members that the bodies of all tokens have. */
export function boundsOf({ name, ranges, days }: TokenValues) {
  const cidrs = ranges.split(/[\s,]+/).filter((one) => one !== '');
  return {
    name: name.trim(),
    cidrs: cidrs.length === 0 ? null : cidrs,
    // A minute less, so that the year that is the most is never exceeded by a clock that goes before.
    expires_at: new Date(Date.now() + Number(days) * 86_400_000 - 60_000).toISOString(),
  };
}
