// Payment links: public pages that pay the app, each with its URL and code; and the link to the counter.
import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { App, PaymentLink } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { useApp } from '../../browser/chosen-app.ts';
import { useKeys } from '../../browser/keys.ts';
import { useAct } from '../../browser/use-act.ts';
import { Confirm, type ConfirmProps } from '../../parts/confirm.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Fiat } from '../../parts/money.tsx';
import { Awaited, NotAnswered, Screen } from '../../parts/screen.tsx';
import { LinkLine } from '../../parts/sheets/link-line.tsx';
import { NoApp } from '../../parts/sheets/no-app.tsx';
import { QrCode } from '../../parts/sheets/qr-code.tsx';
import { Section } from '../../parts/sheets/section.tsx';
import { publicUrl } from '../../public-path.ts';
import { words } from '../../words/words.ts';
import { NewLink } from './new-link.tsx';

export function LinksScreen() {
  const { app, isKnown } = useApp();
  if (app !== null) return <LinksOf key={app.id} app={app} />;
  return <Screen title={words.places.links}>{isKnown ? <NoApp /> : <Awaited />}</Screen>;
}

const linksQuery = (appId: string) =>
  queryOptions({
    queryKey: ['payment-links', appId],
    queryFn: ({ signal }) => api.get<PaymentLink[]>('/payment-links', { app_id: appId, limit: 100 }, signal),
  });

function LinksOf({ app }: { readonly app: App }) {
  const links = useQuery(linksQuery(app.id));
  const [isMaking, making] = useDisclosure(false);
  useKeys([{ keys: 'n', words: words.links.newLink, act: making.open }]);
  const button = <Button onClick={making.open}>{words.links.newLink}</Button>;
  return (
    <Screen title={words.places.links} action={links.data?.length === 0 ? undefined : button}>
      {links.data === undefined ? (
        links.error === null ? (
          <Awaited />
        ) : (
          <NotAnswered error={links.error} again={() => void links.refetch()} />
        )
      ) : links.data.length === 0 ? (
        <EmptyState title={words.links.none} action={button}>
          {words.links.noneMore}
        </EmptyState>
      ) : (
        links.data.map((link) => <LinkSection key={link.id} link={link} />)
      )}
      <Counter app={app} />
      <NewLink app={app} opened={isMaking} close={making.close} />
    </Screen>
  );
}

function LinkSection({ link }: { readonly link: PaymentLink }) {
  const [question, setQuestion] = useState<ConfirmProps['question']>(null);
  const [isCodeShown, code] = useDisclosure(false);
  const remove = useAct({
    act: () => api.delete(`/payment-link/${link.id}`),
    said: words.links.deleted,
    refreshes: [['payment-links', link.app_id]],
    done: () => setQuestion(null),
  });
  const ask = () =>
    setQuestion({
      title: words.links.deleteTitle,
      costs: words.links.deleteMore,
      yes: words.links.deleteYes,
      act: () => remove.run(),
    });
  return (
    <Section
      title={link.description ?? link.slug}
      aside={
        link.total === null ? (
          <Text size="sm">{words.links.openAmount({ currency: link.currency })}</Text>
        ) : (
          <Fiat amount={link.total} currency={link.currency} />
        )
      }
    >
      <LinkLine url={link.url} />
      {isCodeShown ? <QrCode text={link.url} label={words.links.qr} /> : null}
      <Group gap="xs">
        <Button variant="default" size="xs" onClick={code.toggle} aria-expanded={isCodeShown}>
          {isCodeShown ? words.links.hideQr : words.links.showQr}
        </Button>
        <Button variant="subtle" color="red" size="xs" onClick={ask}>
          {words.common.delete}
        </Button>
      </Group>
      <Confirm question={question} isRunning={remove.isRunning} close={() => setQuestion(null)} />
    </Section>
  );
}

function Counter({ app }: { readonly app: App }) {
  return (
    <Section title={words.links.pos} about={words.links.posAbout}>
      <Stack gap="xs">
        {app.slug === null ? (
          <Text size="sm">{words.links.posNeedsSlug}</Text>
        ) : (
          <LinkLine url={`${publicUrl()}/counter/${app.slug}`} />
        )}
        <Text size="sm" c="dimmed">
          {words.links.posNote}
        </Text>
      </Stack>
    </Section>
  );
}
