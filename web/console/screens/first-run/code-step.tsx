// Code for the shop, with its own token filled in.
import { Alert, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { App } from '../../../../sdk/typescript/src/generated/api.ts';
import { appsQuery } from '../../browser/queries.ts';
import { proveItIsYou } from '../../browser/step-up.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { publicUrl } from '../../public-path.ts';
import { words } from '../../words/words.ts';
import { samples } from './samples.ts';

export function CodeStep({ app }: { readonly app: App }) {
  const [language, setLanguage] = useState('curl');
  const client = useQueryClient();
  const shown = samples(publicUrl(), app.token ?? 'YOUR_APP_TOKEN');
  const sample = shown.find((one) => one.language === language);
  const show = async () => {
    if (await proveItIsYou()) await client.invalidateQueries({ queryKey: appsQuery.queryKey });
  };
  return (
    <Stack>
      <Text>{words.firstRun.codeAbout}</Text>
      <SegmentedControl
        aria-label={words.firstRun.programmingLanguage}
        data={shown.map((one) => one.language)}
        value={language}
        onChange={setLanguage}
      />
      {app.token === undefined ? (
        <Alert color="amber">
          <Group justify="space-between">
            <Text>{words.firstRun.tokenHidden({ digits: app.token_last4 ?? '…' })}</Text>
            <Button variant="default" onClick={() => void show()}>
              {words.firstRun.showToken}
            </Button>
          </Group>
        </Alert>
      ) : (
        <Text c="dimmed">{words.firstRun.tokenSecret}</Text>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard. */}
      <section className="setup-code" tabIndex={0} aria-label={words.firstRun.codeIn({ language })}>
        <pre>{sample?.code}</pre>
      </section>
      {sample?.isRun === false ? (
        <Text size="sm" c="dimmed">
          {words.firstRun.codeUntested}
        </Text>
      ) : null}
      <Group>
        <CopyButton text={sample?.code ?? ''} what="code" />
      </Group>
    </Stack>
  );
}
