// POST /sandbox/transaction/{id}/pay: pays a transaction on the test chain, as the customer's wallet would.

import { currencyOf } from '../../../core/money/currency.ts';
import { formatUnits, parseUnits } from '../../../core/money/decimal.ts';
import { remainingOf } from '../../../core/payment/invoice.ts';
import { simulatedAmount } from '../../../core/payment/simulated-amount.ts';
import { fieldProblem, Problem } from '../../../core/problem.ts';
import { codecOf } from '../../../io/chains/codecs.ts';
import { testHash, testWallet } from '../../../io/chains/test-chain/test-addresses.ts';
import { insertTransfer } from '../../../io/chains/test-chain/test-chain-store.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { decimal, idInPath, isUuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import type { Asset } from '../../known/catalog/catalog.ts';
import { findInvoice } from '../../money/ledger/invoice-store.ts';
import { findTransaction, type Transaction } from '../../money/ledger/transaction-store.ts';
import { requireTestChain } from './own-transaction.ts';

/** The most transfers that one customer can send for an invoice. */
const mostTransfers = 20;

const cases = ['paid', 'underpaid', 'overpaid'] as const;
type PaidCase = (typeof cases)[number];

const PayBody = Type.Object(
  {
    case: Type.Optional(Type.Unsafe<PaidCase>({ type: 'string', enum: [...cases], description: '`paid` by default.' })),
    amount: Type.Optional({ ...decimal, description: 'The amount of the coin to send, in place of a case.' }),
  },
  { additionalProperties: false },
);

const SentView = Type.Object({
  hash: Type.String({ description: 'The chain transaction. It is in the next block.' }),
  from: Type.String(),
  to: Type.String(),
  amount: Type.String(),
});

export function payTransaction(instance: Instance): Operation {
  return operation({
    id: 'payTransaction',
    method: 'POST',
    path: '/sandbox/transaction/:id/pay',
    group: 'Sandbox',
    summary: 'Pay on the test network',
    description: [
      'Sends a transfer on the network `test`, whose coins have no value. The service finds it in the next block, and',
      'credits it after its confirmations, like a payment on any network. For a processing transaction; an invoice',
      `takes at most ${mostTransfers} such transfers.`,
    ].join(' '),
    access: { public: true, cookie: true, pat: 'transactions:write', appToken: true, oauth2: 'transactions:write' },
    writes: 'test_payment',
    params: idInPath,
    body: PayBody,
    answer: SentView,
    problems: ['not_found', 'transaction_not_simulatable', 'simulation_refused'],
    handle: ({ params, body, commit }) =>
      commit(async (trx) => {
        const found = isUuid(params.id) ? await findTransaction(trx, params.id) : null;
        const asset = found === null ? null : instance.catalog.assetById(found.transaction.assetId);
        if (found === null || asset === null) throw new Problem('not_found');
        requireTestChain(asset);
        const { transaction } = found;
        if (transaction.status !== 'processing') throw new Problem('transaction_not_simulatable');
        const amount = await amountOf(trx, { transaction, asset }, body);
        return send(trx, instance, { transaction, asset, amount });
      }),
  });
}

interface Paid {
  readonly transaction: Transaction;
  readonly asset: Asset;
}

/** In smallest units. Throws Problem that names `amount`. */
async function amountOf(
  trx: Queryable,
  { transaction, asset }: Paid,
  body: { readonly case?: PaidCase; readonly amount?: string },
): Promise<bigint> {
  if (body.amount !== undefined) {
    if (body.case !== undefined) throw fieldProblem('amount', 'not_applicable', 'Name either a case or an amount.');
    const units = parseUnits(body.amount, asset.decimals);
    if (typeof units === 'bigint' && units > 0n && units < 10n ** 77n) return units;
    const message = `Must be above zero, with at most ${asset.decimals} decimals.`;
    throw fieldProblem('amount', 'out_of_range', message);
  }
  const invoice = await findInvoice(trx, transaction.invoiceId);
  if (invoice === null || transaction.amount === null) throw new Problem('transaction_not_simulatable');
  return simulatedAmount(body.case ?? 'paid', {
    asked: transaction.amount,
    rate: transaction.rate,
    assetDecimals: asset.decimals,
    remaining: remainingOf(invoice),
    tolerance: invoice.tolerance,
    minorDecimals: currencyOf(invoice.currency)?.decimals ?? 2,
  });
}

async function send(
  trx: Queryable,
  { clock, newSecretId }: Pick<Instance, 'clock' | 'newSecretId'>,
  { transaction, asset, amount }: Paid & { readonly amount: bigint },
) {
  const sender = transaction.sender ?? testWallet(transaction.invoiceId);
  const { recipient } = transaction;
  const txHash = testHash('payment', newSecretId());
  const transfer = { txHash, contract: asset.contract, sender, recipient, amount };
  if (!(await insertTransfer(trx, transfer, { most: mostTransfers, now: clock.now() }))) {
    const detail = `This customer has sent ${mostTransfers} transfers already. Create another invoice.`;
    throw new Problem('simulation_refused', { detail });
  }
  const { family, facts } = asset.network;
  const [from, to] = [sender, recipient].map((address) => codecOf(family).showAddress(address, facts));
  return { hash: txHash, from: from ?? sender, to: to ?? recipient, amount: formatUnits(amount, asset.decimals) };
}
