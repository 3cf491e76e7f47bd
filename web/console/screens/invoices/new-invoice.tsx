// Creates an invoice by hand: the total and the order, then its link and code for the customer.
import { Anchor, Button, Collapse, Group, Modal, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { App, CreateInvoiceBody, Currency, Invoice } from '../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../browser/api.ts';
import { useAct } from '../../browser/use-act.ts';
import { enteredTotal } from '../../evidence/entered-total.ts';
import { currenciesQuery } from '../../evidence/fiat-value.ts';
import { hindrance } from '../../evidence/words.ts';
import { AppLink, ButtonLink } from '../../parts/app-link.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Fiat } from '../../parts/money.tsx';
import { fieldErrors, ProblemNote } from '../../parts/problem-note.tsx';
import { QrCode } from '../../parts/sheets/qr-code.tsx';
import { StatusBadge } from '../../parts/status-badge.tsx';
import { words } from '../../words/words.ts';

export interface NewInvoiceProps {
  readonly app: Pick<App, 'id' | 'name'>;
  readonly opened: boolean;
  readonly close: () => void;
}

export function NewInvoice({ app, opened, close }: NewInvoiceProps) {
  const [made, setMade] = useState<Invoice | null>(null);
  const leave = () => {
    close();
    setMade(null);
  };
  return (
    <Modal
      opened={opened}
      onClose={leave}
      title={made === null ? words.invoices.newInvoiceOf({ shop: app.name }) : words.invoices.requestPayment}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      {made === null ? (
        <Terms appId={app.id} made={setMade} />
      ) : (
        <ToBePaid id={made.id} made={made} another={() => setMade(null)} />
      )}
    </Modal>
  );
}

const currencyKept = 'console-invoice-currency';
const shown = ['total', 'currency', 'order.reference', 'order.description', 'customer.email', 'expires_in'];

const spans = () => [
  { value: '', label: words.invoices.oneDay },
  { value: '3600', label: words.invoices.oneHour },
  { value: '604800', label: words.invoices.oneWeek },
  { value: '2592000', label: words.today.days({ count: 30 }) },
];

function Terms({ appId, made }: { readonly appId: string; readonly made: (invoice: Invoice) => void }) {
  const [currency, setCurrency] = useState(() => remembered() ?? 'USD');
  const [hasMore, { toggle }] = useDisclosure(false);
  const { data: currencies = [] } = useQuery(currenciesQuery);
  const create = useAct<CreateInvoiceBody, Invoice>({
    act: (body) => api.post('/invoice', body),
    refreshes: [['invoices', appId]],
    showsProblem: true,
    done: (invoice) => made(remembering(invoice)),
  });
  const [totalError, setTotalError] = useState<string | null>(null);
  const errors = fieldErrors(create.problem);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const { total, error } = enteredTotal(String(form.get('total')), currency);
    setTotalError(error ?? null);
    if (total !== undefined) create.run({ app_id: appId, currency, total, ...bodyOf(form) });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <ProblemNote problem={create.problem} shown={shown} />
        <Group grow align="start" preventGrowOverflow={false}>
          <TextInput
            name="total"
            label={words.common.total}
            required
            withAsterisk={false}
            inputMode="decimal"
            autoComplete="off"
            placeholder="49.90"
            data-autofocus
            error={totalError ?? errors.total}
          />
          <NativeSelect
            label={words.common.currency}
            data={choicesOf(currencies, currency)}
            value={currency}
            error={errors.currency}
            onChange={(event) => setCurrency(event.currentTarget.value)}
          />
        </Group>
        <TextInput
          name="reference"
          label={words.common.reference}
          description={words.invoices.referenceHint}
          error={errors['order.reference']}
        />
        <TextInput name="description" label={words.common.description} error={errors['order.description']} />
        <Collapse expanded={hasMore}>
          <SeldomFields errors={errors} />
        </Collapse>
        <Group justify="space-between">
          <Button variant="subtle" onClick={toggle} aria-expanded={hasMore}>
            {hasMore ? words.common.less : words.layout.more}
          </Button>
          <Button type="submit" loading={create.isRunning}>
            {words.common.createInvoice}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function SeldomFields({ errors }: { readonly errors: Readonly<Record<string, string>> }) {
  return (
    <Stack>
      <TextInput name="email" type="email" label={words.invoices.customerEmail} error={errors['customer.email']} />
      <NativeSelect name="expires_in" label={words.invoices.expiresIn} data={spans()} error={errors.expires_in} />
    </Stack>
  );
}

/** Remembers the invoice's currency for the next one. */
function remembering(invoice: Invoice): Invoice {
  remember(invoice.currency);
  return invoice;
}

/** Only the selected currency until the others are loaded. */
function choicesOf(currencies: readonly Currency[], chosen: string) {
  if (currencies.length === 0) return [chosen];
  return currencies.map(({ code, name }) => ({ value: code, label: `${code} – ${name}` }));
}

/** Only the fields that were filled in. */
function bodyOf(form: FormData): Pick<CreateInvoiceBody, 'order' | 'customer' | 'expires_in'> {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const order = { reference: text('reference') || undefined, description: text('description') || undefined };
  const span = text('expires_in');
  return {
    ...(order.reference === undefined && order.description === undefined ? {} : { order }),
    ...(text('email') === '' ? {} : { customer: { email: text('email') } }),
    ...(span === '' ? {} : { expires_in: Number.parseInt(span, 10) }),
  };
}

/** The link and the code, with the state of the payment. */
function ToBePaid({
  id,
  made,
  another,
}: {
  readonly id: string;
  readonly made: Invoice;
  readonly another: () => void;
}) {
  const { data: invoice = made } = useQuery({
    queryKey: ['invoice', id],
    queryFn: ({ signal }) => api.get<Invoice>(`/invoice/${id}`, {}, signal),
    initialData: made,
  });
  const obstacle = invoice.status === 'open' ? hindrance(invoice.payable_reason) : null;
  return (
    <Stack align="center">
      <Text size="xl" fw={600}>
        <Fiat amount={invoice.total} currency={invoice.currency} />
      </Text>
      <div aria-live="polite">
        <StatusBadge status={invoice.status} />
      </div>
      {obstacle === null ? (
        <QrCode text={invoice.checkout_url} label={words.invoices.qr} />
      ) : (
        <Stack align="center" gap="xs">
          <Text ta="center">{obstacle.words}</Text>
          <ButtonLink variant="default" to={obstacle.to}>
            {obstacle.act}
          </ButtonLink>
        </Stack>
      )}
      <Text className="mono" ta="center" dir="ltr">
        {invoice.checkout_url}
      </Text>
      <Group>
        <CopyButton text={invoice.checkout_url} what="link" />
        <Anchor component={AppLink} to="/console/invoices/$id" params={{ id } as never}>
          {words.invoices.viewInvoice}
        </Anchor>
        <Button variant="default" onClick={another}>
          {words.invoices.another}
        </Button>
      </Group>
    </Stack>
  );
}

function remembered(): string | null {
  try {
    return localStorage.getItem(currencyKept);
  } catch {
    return null;
  }
}

function remember(currency: string): void {
  try {
    localStorage.setItem(currencyKept, currency);
  } catch {
    // Storage is blocked in this browser.
  }
}
