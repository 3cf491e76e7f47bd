// The dialog that creates a token of a person or of an app.
import { Button, Group, Modal, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Scope } from '../../../../src/core/access.ts';
import { useAct } from '../../browser/use-act.ts';
import { fieldErrors, ProblemNote } from '../../parts/problem-note.tsx';
import { words } from '../../words/words.ts';
import {
  EndField,
  emptyToken,
  NameField,
  RangesField,
  type Recipe,
  RightsFields,
  type TokenValues,
} from './token-fields.tsx';

export interface TokenDialogProps {
  readonly title: string;
  readonly opened: boolean;
  readonly close: () => void;
  readonly children: ReactNode;
}

/** Its form is empty each time it opens. */
export function TokenDialog({ title, opened, close, children }: TokenDialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      size="lg"
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      {children}
    </Modal>
  );
}

export interface TokenFormProps {
  readonly example: string;
  readonly recipes: readonly Recipe[];
  readonly offered: readonly Scope[];
  readonly scopeNames: Readonly<Record<Scope, string>>;
  /** The effects of a token with this scope, in a sentence. */
  readonly effectsOf: (scope: Scope) => string;
  /** Below the rights. */
  readonly note?: ReactNode;
  /** A field in one line with the end of the token. */
  readonly where?: ReactNode;
  /** A sentence on a token without allowed IP addresses. */
  readonly rangesHint?: string;
  readonly post: (values: TokenValues) => Promise<{ readonly token: string }>;
  /** Queries to refetch. */
  readonly refreshes: readonly (readonly string[])[];
  readonly made: (token: string) => void;
}

export function TokenForm(props: TokenFormProps) {
  const { example, recipes, offered, scopeNames, effectsOf, note, where, rangesHint, post, refreshes, made } = props;
  const [values, setValues] = useState<TokenValues>(emptyToken);
  const make = useAct<void, { readonly token: string }>({
    act: () => post(values),
    refreshes,
    showsProblem: true,
    done: ({ token }) => made(token),
  });
  const errors = fieldErrors(make.problem);
  const fields = { values, errors, set: (more: Partial<TokenValues>) => setValues((now) => ({ ...now, ...more })) };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.run();
  };
  const end = <EndField {...fields} />;
  return (
    <form onSubmit={submit}>
      <Stack>
        <ProblemNote problem={make.problem} shown={['name', 'scopes', ...Object.keys(errors)]} />
        <NameField {...fields} example={example} />
        <RightsFields {...fields} recipes={recipes} offered={offered} scopeNames={scopeNames} effectsOf={effectsOf} />
        {note}
        {where === undefined ? (
          end
        ) : (
          <Group grow align="flex-start" preventGrowOverflow={false}>
            {where}
            {end}
          </Group>
        )}
        <RangesField {...fields} hint={rangesHint} />
        <Group justify="flex-end">
          <Button type="submit" loading={make.isRunning} disabled={values.scopes.length === 0}>
            {words.tokens.create}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
