// The field for the address that a refund goes to.
import { Button, Checkbox, Stack, Text, TextInput } from '@mantine/core';
import type { ApiProblem } from '../../../browser/api-problem.ts';
import { words } from '../../../words/words.ts';

export interface AddressFieldProps {
  readonly networkName: string;
  /** Where the payment came from; null if it is not known. */
  readonly sender: string | null;
  /** Whether only the payer says so. */
  readonly isStated?: boolean;
  readonly values: { readonly to: string; readonly isChecked: boolean };
  readonly set: (more: { readonly to?: string; readonly isChecked?: boolean }) => void;
  readonly error: string | undefined;
  /** Whether the service asks to confirm the address. */
  readonly isUnsure: boolean;
  readonly hint?: string;
}

export function AddressField({ networkName, sender, isStated, values, set, error, isUnsure, hint }: AddressFieldProps) {
  const { to, isChecked } = values;
  const isSender = sender !== null && to.trim() === sender;
  return (
    <Stack gap="xs">
      <TextInput
        label={words.refunds.address({ network: networkName })}
        description={hint}
        spellCheck={false}
        autoComplete="off"
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={to}
        error={error}
        onChange={(event) => set({ to: event.currentTarget.value, isChecked: false })}
      />
      {sender === null || to !== '' ? null : (
        <div>
          <Button variant="default" size="compact-sm" onClick={() => set({ to: sender })}>
            {isStated === true ? words.refunds.useStated : words.refunds.useSender}
          </Button>
        </div>
      )}
      {isSender ? (
        <Text size="sm" role="alert">
          {words.refunds.exchangeWarning}
        </Text>
      ) : null}
      {isUnsure || isChecked ? (
        <Checkbox
          label={words.refunds.checked}
          checked={isChecked}
          onChange={(event) => set({ isChecked: event.currentTarget.checked })}
        />
      ) : null}
    </Stack>
  );
}

/** Whether the address was refused only until it is confirmed. */
export function isUnsure(problem: ApiProblem | null): boolean {
  return problem?.fields.some(({ code }) => code === 'confirm_needed') === true;
}
