// The history of an invoice: every step with its reason, the newest last, and a button that sends a webhook again.
import { Button, Group, Text } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { InvoiceStep } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { personQuery } from '../../browser/queries.ts';
import { useAct } from '../../browser/use-act.ts';
import { HashLine } from '../../evidence/hash-line.tsx';
import { useNetworkNames } from '../../evidence/network-names.ts';
import { Address } from '../../parts/address.tsx';
import { ButtonLink } from '../../parts/app-link.tsx';
import { Awaited, NotAnswered } from '../../parts/screen.tsx';
import { Time } from '../../parts/time.tsx';
import { words } from '../../words/words.ts';
import { type Reader, stepWords } from './step-words.ts';

/** Responses to webhooks raise no event, so poll while the page is visible. */
const askAgainMillis = 10_000;
const mostSteps = 500;

export const timelineQuery = (id: string) =>
  queryOptions({
    queryKey: ['invoice', id, 'timeline'],
    queryFn: ({ signal }) => everyStep(id, signal),
    refetchInterval: askAgainMillis,
  });

async function everyStep(id: string, signal: AbortSignal): Promise<readonly InvoiceStep[]> {
  const steps: InvoiceStep[] = [];
  for (let cursor: string | undefined; steps.length < mostSteps; ) {
    const page = await api.page<InvoiceStep>(`/invoice/${id}/timeline`, { limit: 100, cursor }, signal);
    steps.push(...page.items);
    if (page.next === null) break;
    cursor = page.next;
  }
  return steps;
}

export function Timeline({ id }: { readonly id: string }) {
  const { data: steps, error, refetch } = useQuery(timelineQuery(id));
  const { data: person } = useQuery(personQuery);
  const networkName = useNetworkNames();
  if (steps === undefined && error !== null) return <NotAnswered error={error} again={() => void refetch()} />;
  if (steps === undefined) return <Awaited lines={6} />;
  const reader = { personId: person?.id ?? '', networkName };
  const resendable = newestByDelivery(steps);
  return (
    <ol className="steps">
      {steps.map((step) => (
        <Step key={step.id} step={step} invoiceId={id} reader={reader} isResendable={resendable.has(step.id)} />
      ))}
    </ol>
  );
}

/** Later steps are about the same chain transaction. */
const namesHash = new Set(['payment_claimed', 'payment_seen', 'payment_replaced', 'payment_held', 'payment_unlisted']);

interface StepProps {
  readonly step: InvoiceStep;
  readonly invoiceId: string;
  readonly reader: Reader;
  readonly isResendable: boolean;
}

function Step({ step, invoiceId, reader, isResendable }: StepProps) {
  const { title, why, tone } = stepWords(step, reader);
  return (
    <li data-tone={tone}>
      <div className="step-head">
        <strong>{title}</strong>
        <Text component="span" size="xs" c="dimmed">
          <Time at={step.at} />
        </Text>
      </div>
      {why.map((line) => (
        <p key={line} className="soft">
          {line}
        </p>
      ))}
      {step.to == null || step.to === '' ? null : <Address value={step.to} />}
      {step.hash != null && namesHash.has(step.kind) ? <HashLine hash={step.hash} /> : null}
      {step.kind === 'payment_held' ? (
        <ButtonLink variant="default" size="compact-sm" to="/console/review">
          {words.common.review}
        </ButtonLink>
      ) : null}
      {isResendable && step.delivery_id !== undefined ? (
        <Group mt={4}>
          <Resend deliveryId={step.delivery_id} invoiceId={invoiceId} what={step.event_type ?? ''} />
        </Group>
      ) : null}
    </li>
  );
}

interface ResendProps {
  readonly deliveryId: string;
  readonly invoiceId: string;
  readonly what: string;
}

function Resend({ deliveryId, invoiceId, what }: ResendProps) {
  const resend = useAct({
    act: () => api.post(`/webhook-delivery/${deliveryId}/redeliver`),
    said: words.invoice.resent,
    refreshes: [['invoice', invoiceId]],
  });
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={resend.isRunning}
      aria-label={words.invoice.resendEvent({ event: what })}
      onClick={() => resend.run()}
    >
      {words.invoice.resend}
    </Button>
  );
}

/** Per delivery the newest step, which has its state. */
function newestByDelivery(steps: readonly InvoiceStep[]): ReadonlySet<string> {
  const newest = new Map(
    steps.flatMap((step) => (step.delivery_id === undefined ? [] : [[step.delivery_id, step.id]])),
  );
  return new Set(newest.values());
}
