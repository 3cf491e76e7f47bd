// Code for the shop, with its own token filled in.
import { Alert, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { App } from '../../../../sdk/src/generated/api.ts';
import { appsQuery } from '../../outside/queries.ts';
import { proveItIsYou } from '../../outside/step-up.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { publicUrl } from '../../public-path.ts';
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
      <Text>It makes an invoice. Send your customer to its checkout_url; when it is paid, your shop is told.</Text>
      <SegmentedControl
        aria-label="Language"
        data={shown.map((one) => one.language)}
        value={language}
        onChange={setLanguage}
      />
      {app.token === undefined ? (
        <Alert color="amber">
          <Group justify="space-between">
            <Text>The token ends in {app.token_last4 ?? '…'}. It is filled in once you prove that it is you.</Text>
            <Button variant="default" onClick={() => void show()}>
              Fill it in
            </Button>
          </Group>
        </Alert>
      ) : (
        <Text c="dimmed">The token is a secret of your shop’s server: never put it into a page.</Text>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard. */}
      <section className="setup-code" tabIndex={0} aria-label={`Code in ${language}`}>
        <pre>{sample?.code}</pre>
      </section>
      {sample?.isRun === false ? (
        <Text size="sm" c="dimmed">
          We have not run this one ourselves. The others are run against this service before each release.
        </Text>
      ) : null}
      <Group>
        <CopyButton text={sample?.code ?? ''} what="code" />
      </Group>
    </Stack>
  );
}
