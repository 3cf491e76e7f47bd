// The app's endpoints with their success rates, and a button to add one.
import { Anchor, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { App, Webhook } from '../../../../sdk/typescript/src/generated/api.ts';
import { useApp } from '../../browser/chosen-app.ts';
import { useKeys } from '../../browser/keys.ts';
import { AppLink } from '../../parts/app-link.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Awaited, NotAnswered, Screen } from '../../parts/screen.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { NoApp } from '../../parts/sheets/no-app.tsx';
import { Section } from '../../parts/sheets/section.tsx';
import { Time } from '../../parts/time.tsx';
import { joined } from '../../words/text-with-elements.ts';
import { words } from '../../words/words.ts';
import { aboutEndpoint } from '../integrations/integration-kinds.ts';
import { integrationsPath, useEndpointNames } from './endpoint-names.ts';
import { SandboxSection } from './sandbox/sandbox-section.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { deliveriesQuery, successOf, successText, webhooksQuery } from './webhook-queries.ts';
import { WebhookStanding, whyDisabled } from './webhook-status.tsx';

export function WebhooksScreen() {
  const { app, isKnown } = useApp();
  if (app !== null) return <WebhooksOf key={app.id} app={app} />;
  return <Screen title={words.places.webhooks}>{isKnown ? <NoApp /> : <Awaited />}</Screen>;
}

function WebhooksOf({ app }: { readonly app: App }) {
  const webhooks = useQuery(webhooksQuery(app.id));
  const nameOf = useEndpointNames(app.id, webhooks.data ?? []);
  const navigate = useNavigate();
  const [isAdding, adding] = useDisclosure(false);
  const [secret, setSecret] = useState<string | null>(null);
  useKeys([{ keys: 'n', words: words.webhooks.add, act: adding.open }]);
  const button = <Button onClick={adding.open}>{words.webhooks.add}</Button>;
  return (
    <Screen title={words.places.webhooks} action={webhooks.data?.length === 0 ? undefined : button}>
      {webhooks.data === undefined ? (
        webhooks.error === null ? (
          <Awaited />
        ) : (
          <NotAnswered error={webhooks.error} again={() => void webhooks.refetch()} />
        )
      ) : webhooks.data.length === 0 ? (
        <EmptyState title={words.webhooks.none} action={button}>
          {words.webhooks.noneMore}
        </EmptyState>
      ) : (
        webhooks.data.map((webhook) => <WebhookSection key={webhook.id} webhook={webhook} name={nameOf(webhook)} />)
      )}
      {app.environment === 'development' ? <SandboxSection app={app} /> : null}
      <WebhookForm
        app={app}
        webhook={null}
        opened={isAdding}
        close={adding.close}
        saved={(made) => {
          adding.close();
          setSecret('secret' in made ? made.secret : null);
          // There is no secret to keep: the public key is on the webhook's own page.
          if (made.public_key !== null) void navigate({ to: `/console/settings/webhooks/${made.id}` });
        }}
      />
      <SecretOnce
        secret={secret}
        title={words.webhooks.secret}
        advice={words.webhooks.secretAdvice}
        close={() => setSecret(null)}
      />
    </Screen>
  );
}

function WebhookSection({ webhook, name }: { readonly webhook: Webhook; readonly name: string }) {
  const deliveries = useQuery(deliveriesQuery(webhook.id));
  return (
    <Section
      title={
        <Anchor component={AppLink} to={`/console/settings/webhooks/${webhook.id}`} inherit>
          {name}
        </Anchor>
      }
      aside={<WebhookStanding webhook={webhook} />}
    >
      {webhook.door_id === null ? (
        <Text className="mono" dir="ltr">
          {webhook.url}
        </Text>
      ) : (
        <Text size="sm">
          {aboutEndpoint(webhook.dialect)}{' '}
          <Anchor component={AppLink} to={integrationsPath} size="sm">
            {words.integrations.viewIntegration}
          </Anchor>
        </Text>
      )}
      <Group gap="lg">
        <Text size="sm">{deliveries.data === undefined ? ' ' : successText(successOf(deliveries.data.items))}</Text>
        <Text size="sm" c="dimmed">
          {webhook.events === null
            ? words.webhooks.allEvents
            : words.webhooks.eventCount({ count: webhook.events.length })}
        </Text>
      </Group>
      {webhook.enabled && webhook.failing_since !== null ? (
        <Text size="sm" c="var(--mantine-color-error)">
          {joined(words.webhooks.failingSince({ time: <Time at={webhook.failing_since} /> }))}
        </Text>
      ) : null}
      {webhook.enabled ? null : (
        <Text size="sm" c="dimmed">
          {whyDisabled(webhook.disabled_reason)}
        </Text>
      )}
    </Section>
  );
}
