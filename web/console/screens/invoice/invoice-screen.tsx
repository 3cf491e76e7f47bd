// One invoice: the customer's page, the sums, each payment, and the history.
import '../../lists/lists.css';
import { Alert, Button, Group, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Invoice } from '../../../../sdk/typescript/src/generated/api.ts';
import { ApiProblem } from '../../browser/api-problem.ts';
import { useCell } from '../../browser/cell.ts';
import { useLiveAppOf } from '../../browser/live/use-live-app.ts';
import { timeZone, zoneOf } from '../../browser/preferences.ts';
import { isLess } from '../../evidence/fiat-value.ts';
import { invoiceName } from '../../evidence/invoice-name.ts';
import { ButtonLink } from '../../parts/app-link.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Awaited, NotAnswered, Screen } from '../../parts/screen.tsx';
import { exactTime } from '../../parts/time.tsx';
import { price } from '../../words/figures.ts';
import { words } from '../../words/words.ts';
import { CustomerPage } from './customer-page.tsx';
import { InvoiceActs } from './invoice-acts.tsx';
import { InvoiceDetails } from './invoice-details.tsx';
import { InvoicePayments } from './invoice-payments.tsx';
import { InvoiceSums } from './invoice-sums.tsx';
import { wholeInvoice } from './refunds/prepare/fresh-source.ts';
import { useRefundForm } from './refunds/prepare/use-refund-form.tsx';
import { invoiceQuery } from './refunds/refund-queries.ts';
import { RefundsSection } from './refunds/refunds-section.tsx';
import { Timeline } from './timeline.tsx';

const above = () => [{ to: '/console/invoices', words: words.places.invoices }];

export function InvoiceScreen() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data, error, refetch } = useQuery(invoiceQuery(id));
  if (data !== undefined) return <Shown invoice={data} key={id} />;
  if (error instanceof ApiProblem && error.status === 404) {
    return (
      <Screen title={words.invoice.notFound} above={above()}>
        <EmptyState
          title={words.invoice.notFoundTitle}
          action={<ButtonLink to="/console/invoices">{words.invoice.viewAll}</ButtonLink>}
        >
          {words.invoice.notFoundMore}
        </EmptyState>
      </Screen>
    );
  }
  return (
    <Screen title={words.common.invoice} above={above()}>
      {error === null ? <Awaited lines={8} /> : <NotAnswered error={error} again={() => void refetch()} />}
    </Screen>
  );
}

function Shown({ invoice }: { readonly invoice: Invoice }) {
  useLiveAppOf(invoice);
  const loss = useLoss(invoice);
  const [isPageShown, page] = useDisclosure(true);
  const form = useRefundForm(invoice);
  const { open: refund } = form;
  const acts = (
    <InvoiceActs
      invoice={invoice}
      refund={refund === null ? null : () => refund(wholeInvoice)}
      hasExcess={form.hasExcess}
    />
  );
  return (
    <Screen title={invoiceName(invoice)} above={above()} action={acts}>
      {form.drawn}
      <div aria-live="polite" className="live">
        {loss === null ? null : <Loss loss={loss} currency={invoice.currency} />}
      </div>
      <div className="two-columns">
        <div className="column">
          <InvoiceSums invoice={invoice} />
          <section className="sheet" data-row aria-labelledby="payments-of">
            <Title order={2} id="payments-of" mb="md">
              {words.places.payments}
            </Title>
            <InvoicePayments invoice={invoice} refund={refund} />
          </section>
          <RefundsSection invoice={invoice} />
          <section className="sheet" data-row aria-labelledby="what-happened">
            <Title order={2} id="what-happened" mb="md">
              {words.invoice.history}
            </Title>
            <Timeline id={invoice.id} />
          </section>
        </div>
        <div className="column">
          <section className="sheet" data-row aria-labelledby="seen-by">
            <Group justify="space-between" mb="md" wrap="nowrap">
              <Title order={2} size="h3" id="seen-by">
                {words.invoice.customerPage}
              </Title>
              <Button variant="default" size="compact-sm" onClick={page.toggle} aria-expanded={isPageShown}>
                {isPageShown ? words.common.collapse : words.common.show}
              </Button>
            </Group>
            {isPageShown ? <CustomerPage invoice={invoice} /> : null}
          </section>
          <InvoiceDetails invoice={invoice} />
        </div>
      </div>
    </Screen>
  );
}

interface Fallen {
  readonly kind: 'paid' | 'pending';
  readonly from: string;
  readonly to: string;
  readonly at: string;
}

/** The amount that a reorg removed while the page was open; null again once as much is paid. */
function useLoss({ paid, pending }: Invoice): Fallen | null {
  const before = useRef({ paid, pending });
  const [loss, setLoss] = useState<Fallen | null>(null);
  useEffect(() => {
    const was = before.current;
    before.current = { paid, pending };
    const at = new Date().toISOString();
    if (isLess(paid, was.paid)) return setLoss({ kind: 'paid', from: was.paid, to: paid, at });
    if (isLess(pending, was.pending) && !isLess(was.paid, paid)) {
      return setLoss({ kind: 'pending', from: was.pending, to: pending, at });
    }
    setLoss((now) => (now === null || isLess(now.kind === 'paid' ? paid : pending, now.from) ? now : null));
  }, [paid, pending]);
  return loss;
}

function Loss({ loss, currency }: { readonly loss: Fallen; readonly currency: string }) {
  const zone = zoneOf(useCell(timeZone));
  const [from, to] = [price(loss.from, currency), price(loss.to, currency)];
  return (
    <Alert color="red" variant="light" title={words.invoice.lossTitle}>
      <Text>
        {loss.kind === 'paid' ? words.invoice.lossPaid({ from, to }) : words.invoice.lossPending({ from, to })}{' '}
        {words.invoice.lossMore}
      </Text>
      <Text size="xs">{exactTime(loss.at, zone)}</Text>
    </Alert>
  );
}
