// The invoice's order, customer, times and metadata, and the merchant's note.
import { Button, Group, Stack, Text, Textarea, Title } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Invoice } from '../../../../sdk/typescript/src/generated/api.ts';
import { lineTotal } from '../../../checkout/rules/figures.ts';
import { api } from '../../browser/api.ts';
import { useKeys } from '../../browser/keys.ts';
import { useAct } from '../../browser/use-act.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { Fiat } from '../../parts/money.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { Time } from '../../parts/time.tsx';
import { words } from '../../words/words.ts';

export function InvoiceDetails({ invoice }: { readonly invoice: Invoice }) {
  const { order, customer, currency } = invoice;
  const { note: _note, ...kept } = invoice.metadata ?? {};
  return (
    <section className="sheet" aria-labelledby="details-of">
      <Stack>
        <Title order={2} size="h3" id="details-of">
          {words.invoice.details}
        </Title>
        <dl className="facts">
          <Fact words={words.common.reference}>{order.reference}</Fact>
          <Fact words={words.common.description}>{order.description}</Fact>
          <Fact words={words.invoice.customer}>{customer?.name}</Fact>
          <Fact words={words.common.email}>{customer?.email}</Fact>
          <Fact words={words.common.created}>
            <Time at={invoice.created_at} />
          </Fact>
          <Fact words={invoice.status === 'expired' ? words.statuses.expired : words.invoice.expires}>
            {invoice.status === 'paid' || invoice.status === 'canceled' ? null : <Time at={invoice.expires_at} />}
          </Fact>
          <Fact words={words.invoice.accepted}>
            {invoice.accepted_at === null ? null : <Time at={invoice.accepted_at} />}
          </Fact>
          <Fact words={words.statuses.paid}>{invoice.paid_at === null ? null : <Time at={invoice.paid_at} />}</Fact>
          {Object.entries(kept).map(([name, value]) => (
            <Fact key={name} words={name}>
              {String(value)}
            </Fact>
          ))}
          <Fact words={words.common.id}>
            <span className="mono">{invoice.id}</span> <CopyButton text={invoice.id} what="id" />
          </Fact>
        </dl>
        {order.items === undefined || order.items.length === 0 ? null : (
          <div className="table-frame">
            <table className="plain-table">
              <caption className="off-screen">{words.invoice.items}</caption>
              <thead>
                <tr>
                  <th scope="col">{words.invoice.item}</th>
                  <th scope="col" className="end">
                    {words.common.total}
                  </th>
                </tr>
              </thead>
              <tbody>
                {order.items.map((item, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and never move.
                  <tr key={index}>
                    <td>
                      {item.quantity} × {item.name}
                    </td>
                    <td className="end">
                      <Fiat amount={lineTotal(item, invoice.total) ?? item.price} currency={currency} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        <Note invoice={invoice} key={String(_note ?? '')} />
      </Stack>
    </section>
  );
}

/** Draws nothing without a value. */
function Fact({ words, children }: { readonly words: string; readonly children: ReactNode }) {
  if (children === null || children === undefined || children === '') return null;
  return (
    <>
      <dt>{words}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** Kept in the invoice's metadata as `note`: the shop's software sees it too. */
function Note({ invoice }: { readonly invoice: Invoice }) {
  const kept = String(invoice.metadata?.note ?? '');
  const [text, setText] = useState<string | null>(null);
  const isFixed = invoice.status === 'canceled' || invoice.status === 'expired';
  const { id, metadata = {} } = invoice;
  const save = useAct<string>({
    act: (note) => {
      const { note: _before, ...others } = metadata;
      return api.put(`/invoice/${id}`, { metadata: note === '' ? others : { ...others, note } });
    },
    refreshes: [['invoice', id]],
    showsProblem: true,
    done: () => setText(null),
  });
  useKeys(isFixed ? [] : [{ keys: 'm', words: words.invoice.writeNote, act: () => setText(kept) }]);
  if (text === null) {
    return (
      <div>
        {kept === '' ? null : (
          <Text className="note">
            <bdi>{kept}</bdi>
          </Text>
        )}
        {isFixed ? (
          <Text size="xs" c="dimmed">
            {words.invoice.noNotes}
          </Text>
        ) : (
          <Button variant="default" size="compact-sm" onClick={() => setText(kept)}>
            {kept === '' ? words.invoice.writeNote : words.invoice.editNote}
          </Button>
        )}
      </div>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.run(text.trim());
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <ProblemNote problem={save.problem} />
        <Textarea
          label={words.invoice.note}
          description={words.invoice.noteHint}
          autoFocus
          autosize
          minRows={2}
          maxLength={2000}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={() => setText(null)}>
            {words.common.keep}
          </Button>
          <Button type="submit" variant="light" loading={save.isRunning}>
            {words.invoice.saveNote}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
