// The frame of every screen: breadcrumbs, title, one primary action, and a placeholder while it loads.
import { Alert, Anchor, Breadcrumbs, Button, Group, Skeleton, Stack, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { words } from '../words/words.ts';
import { AppLink } from './app-link.tsx';

export interface ScreenProps {
  readonly title: string;
  /** The screens above this one, from the top, without this one. */
  readonly above?: readonly { readonly to: string; readonly words: string }[];
  /** The one primary button. */
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

export function Screen({ title, above = [], action, children }: ScreenProps) {
  useEffect(() => {
    document.title = `${title} – Quittance`;
  }, [title]);
  return (
    <div className="screen">
      {above.length === 0 ? null : (
        <Breadcrumbs mb="xs" component="nav" aria-label={words.common.breadcrumbs}>
          {above.map(({ to, words: name }) => (
            <Anchor key={to} component={AppLink} to={to} size="sm">
              {name}
            </Anchor>
          ))}
        </Breadcrumbs>
      )}
      <div className="screen-head">
        <Title order={1}>{title}</Title>
        {action === undefined ? null : <Group>{action}</Group>}
      </div>
      <Stack gap="lg">{children}</Stack>
    </div>
  );
}

/** The placeholder while data loads: shapes of lines, so that the layout does not jump. */
export function Awaited({ lines = 4 }: { readonly lines?: number }) {
  return (
    <output className="sheet" aria-label={words.common.loading} style={{ display: 'block' }}>
      <Stack gap="sm">
        {Array.from({ length: lines }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines without content never change places.
          <Skeleton key={index} height={18} width={`${90 - ((index * 17) % 40)}%`} />
        ))}
      </Stack>
    </output>
  );
}

/** The error if data did not load, with a button that tries again. */
export function NotAnswered({ error, again }: { readonly error: Error; readonly again: () => void }) {
  return (
    <Alert role="alert" color="red" variant="light" title={words.common.notLoaded}>
      <Stack align="flex-start">
        {error.message}
        <Button variant="default" onClick={again}>
          {words.common.tryAgain}
        </Button>
      </Stack>
    </Alert>
  );
}
