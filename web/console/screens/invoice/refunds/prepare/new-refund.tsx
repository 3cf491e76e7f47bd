// Prepares a refund: its value, its coin, its rate and, if it is known, the customer's address.
import { Button, Group, Modal, NativeSelect, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type {
  CreateRefundBody,
  Invoice,
  Refund,
  Transaction,
} from '../../../../../../sdk/typescript/src/generated/api.ts';
import { api } from '../../../../browser/api.ts';
import { useAct } from '../../../../browser/use-act.ts';
import { enteredTotal } from '../../../../evidence/entered-total.ts';
import { coinsQuery, digitsOf, priceNow } from '../../../../evidence/fiat-value.ts';
import { invoiceName } from '../../../../evidence/invoice-name.ts';
import { Coin, Fiat } from '../../../../parts/money.tsx';
import { fieldErrors, ProblemNote } from '../../../../parts/problem-note.tsx';
import { joined } from '../../../../words/text-with-elements.ts';
import { words } from '../../../../words/words.ts';
import { AddressField, isUnsure } from '../address-field.tsx';
import { useMailedTo } from '../mailed-to.ts';
import { coinKey, coinsFor, lesser, type PaidCoin, paidCoins, type Refundable, worthOf } from './refundable.ts';
import { type Choices, choicesOf, firstChoice, ValueChoice, type What } from './value-choice.tsx';

export interface NewRefundProps {
  readonly invoice: Invoice;
  readonly transactions: readonly Transaction[];
  readonly sums: Refundable;
  /** The id of the payment to refund; of another object for the whole invoice; null: closed. */
  readonly source: string | null;
  readonly close: () => void;
}

export function NewRefund(props: NewRefundProps) {
  const { invoice, source, close } = props;
  return (
    <Modal
      opened={source !== null}
      onClose={close}
      title={words.refunds.newTitle({ invoice: invoiceName(invoice) })}
      closeButtonProps={{ 'aria-label': words.common.close }}
    >
      <Fields {...props} />
    </Modal>
  );
}

interface Values {
  readonly what: What;
  readonly typed: string;
  /** The key of the coin. */
  readonly coin: string;
  readonly rate: 'locked' | 'current';
  readonly to: string;
  readonly isChecked: boolean;
  readonly reason: string;
}

function Fields(props: NewRefundProps) {
  const { invoice } = props;
  const { coins, coin, sender, choices, values, set, create, valueError, submit } = useFields(props);
  const errors = fieldErrors(create.problem);
  const { currency } = invoice;
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <NoCoinsYet invoice={invoice} />
        <ProblemNote problem={create.problem} shown={coins.length < 2 ? shown : [...shown, ...coinFields]} />
        <ValueChoice {...{ choices, values, set, currency }} error={valueError ?? errors.fiat_value} />
        {coins.length < 2 ? null : (
          <NativeSelect
            label={words.common.coin}
            data={coins.map((one) => ({ value: one.key, label: nameOf(one) }))}
            value={values.coin}
            error={errors.cryptocurrency ?? errors.network}
            onChange={(event) => set({ coin: event.currentTarget.value })}
          />
        )}
        {coin === undefined ? null : (
          <>
            <RateChoice {...{ coin, values, set, currency }} error={errors.rate_kind} />
            <About {...{ coin, values, choices, currency }} />
            <AddressField
              networkName={coin.networkName}
              {...{ sender, values, set }}
              error={errors.to}
              isUnsure={isUnsure(create.problem)}
              hint={words.refunds.addressHint}
            />
          </>
        )}
        <TextInput
          label={words.invoice.reason}
          description={words.refunds.reasonHint}
          maxLength={1000}
          autoComplete="off"
          value={values.reason}
          error={errors.reason}
          onChange={(event) => set({ reason: event.currentTarget.value })}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={create.isRunning}>
            {words.refunds.prepare}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The customer is mailed at once, although no coins move. */
function NoCoinsYet({ invoice }: Pick<NewRefundProps, 'invoice'>) {
  const mailedTo = useMailedTo(invoice);
  return (
    <Text className="soft">
      {words.refunds.nothingSent}
      {mailedTo === null ? null : <> {joined(words.refunds.willMail({ email: <bdi>{mailedTo}</bdi> }))}</>}
    </Text>
  );
}

function useFields({ invoice, transactions, sums, source, close }: NewRefundProps) {
  const digits = digitsOf(invoice.total);
  const coins = paidCoins(transactions, digits);
  const payment = transactions.find(({ id, status }) => id === source && status === 'success');
  const worth = payment === undefined ? null : worthOf(payment, digits);
  const choices = choicesOf(sums, worth === null || sums.left === null ? null : lesser(worth, sums.left));
  const [values, setValues] = useState<Values>(() => ({
    what: firstChoice(choices, payment),
    typed: '',
    coin: payment === undefined ? (coins[0]?.key ?? '') : coinKey(payment),
    rate: 'locked',
    to: '',
    isChecked: false,
    reason: '',
  }));
  const coin = coins.find(({ key }) => key === values.coin) ?? coins[0];
  const isOfPayment = payment !== undefined && coinKey(payment) === coin?.key;
  const [valueError, setValueError] = useState<string | null>(null);
  const create = useAct<CreateRefundBody, Refund>({
    act: (body) => api.post('/refund', body),
    said: words.refunds.prepared,
    refreshes: [['invoice', invoice.id], ['refunds']],
    showsProblem: true,
    done: close,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { total, error } = chosenValue(values, choices, invoice.currency);
    setValueError(error ?? null);
    if (total !== undefined) create.run(bodyOf(values, { invoice, coin, value: total }));
  };
  const set = (more: Partial<Values>) => setValues((now) => ({ ...now, ...more }));
  const sender = (isOfPayment ? payment.from : coin?.from) ?? null;
  return { coins, coin, sender, choices, values, set, create, valueError, submit };
}

/** Enough for an amount that is not exact. */
const shownDecimals = 8;

const shown = ['fiat_value', 'to', 'reason', 'rate_kind'];
const coinFields = ['cryptocurrency', 'network'];

interface FieldProps {
  readonly coin: PaidCoin;
  readonly values: Values;
  readonly currency: string;
}

interface RateProps extends FieldProps {
  readonly set: (more: Partial<Values>) => void;
  readonly error: string | undefined;
}

function RateChoice({ coin, values, set, currency, error }: RateProps) {
  const price = words.invoice.rateOf({ coin: coin.symbol, price: <Fiat amount={coin.rate} currency={currency} /> });
  return (
    <Radio.Group
      label={words.invoice.rate}
      value={values.rate}
      error={error}
      onChange={(rate) => set({ rate: rate as Values['rate'] })}
    >
      <Stack gap="xs" mt={6}>
        <Radio value="locked" label={words.refunds.locked} description={joined(price)} />
        <Radio value="current" label={words.refunds.current} />
      </Stack>
    </Radio.Group>
  );
}

/** The coins that the customer receives, before the service has quoted them. */
function About({ coin, values, choices, currency }: FieldProps & { readonly choices: Choices }) {
  const { data: coins } = useQuery(coinsQuery);
  const known = coins?.find(({ symbol }) => symbol === coin.symbol);
  const decimals = known?.networks.find(({ symbol }) => symbol === coin.network)?.decimals;
  const rate = values.rate === 'locked' ? coin.rate : priceNow(known, currency);
  const { total } = chosenValue(values, choices, currency);
  if (decimals === undefined || rate === null || total === undefined) return null;
  const amount = coinsFor(total, rate, Math.min(decimals, shownDecimals));
  if (amount === null) return null;
  return (
    <Text size="sm" aria-live="polite">
      {joined(words.refunds.about({ amount: <Coin amount={amount} symbol={coin.symbol} /> }))}
    </Text>
  );
}

function chosenValue({ what, typed }: Values, choices: Choices, currency: string) {
  if (what === 'other') return enteredTotal(typed, currency);
  const total = choices[what];
  return total === null ? {} : { total };
}

interface Chosen {
  readonly invoice: Pick<Invoice, 'id'>;
  readonly coin: PaidCoin | undefined;
  readonly value: string;
}

function bodyOf(values: Values, { invoice, coin, value }: Chosen): CreateRefundBody {
  const { what, to, isChecked, reason, rate } = values;
  return {
    invoice_id: invoice.id,
    ...(what === 'excess' ? { overpaid: true } : { fiat_value: value }),
    ...(coin === undefined ? {} : { cryptocurrency: coin.symbol, network: coin.network }),
    ...(to.trim() === '' ? {} : { to: to.trim() }),
    ...(isChecked ? { confirm: true } : {}),
    ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
    rate_kind: rate,
  };
}

function nameOf({ symbol, networkName }: PaidCoin): string {
  return words.common.coinOn({ coin: symbol, network: networkName });
}
