// GET /transaction/{id}: returns an attempt to pay. Any caller who knows the id may read it.
import { Problem } from '../../../core/problem.ts';
import { coalesce, pointReads } from '../../../io/db/coalesce.ts';
import type { Queryable } from '../../../io/db/database.ts';
import { RowTampered } from '../../../io/db/sealed/sealed-row-type.ts';
import { type Operation, operation } from '../../../io/http/operation.ts';
import { idInPath, isUuid } from '../../../io/http/schemas.ts';
import { Type } from '../../../io/schema.ts';
import type { Instance } from '../../instance.ts';
import { findTransactionsInOrder } from '../ledger/transaction-store.ts';
import { TransactionView, transactionView } from '../ledger/transaction-view.ts';
import type { AddressSigner } from './signed-address/sign-address.ts';

export function getTransaction(instance: Instance, signer: AddressSigner): Operation {
  const finderOver = (db: Queryable) =>
    coalesce((ids: readonly string[]) => findTransactionsInOrder(db, ids), pointReads);
  const [find, findForPublic] = [finderOver(instance.db.byKey), finderOver(instance.db.publicReads)];
  return operation({
    id: 'getTransaction',
    method: 'GET',
    path: '/transaction/:id',
    group: 'Transactions',
    summary: 'Get transaction details',
    description: [
      'Any caller who knows the id may read it. Amounts are in whole coins. Show `to` and `amount` until `expire_at`,',
      'and poll for the outcome.',
    ].join(' '),
    access: { public: true, cookie: true, pat: 'transactions:read', appToken: true, oauth2: 'transactions:read' },
    params: idInPath,
    query: Type.Object({
      signed: Type.Optional(
        Type.Boolean({ default: false, description: 'true adds `address_signature` while it waits for its payment.' }),
      ),
      nonce: Type.Optional(
        Type.String({
          pattern: '^[\\w-]{16,64}$',
          description: 'With `signed`: is included in the signature, so that no older response can be replayed.',
        }),
      ),
    }),
    answer: TransactionView,
    handle: async ({ params, query, caller }) => {
      const findIt = caller.kind === 'public' ? findForPublic : find;
      const found = isUuid(params.id) ? await findIt(params.id) : null;
      if (found === null) throw new Problem('not_found');
      if ('kind' in found) throw new RowTampered(found);
      const view = transactionView(instance, found.transaction, found.scannedHeight);
      // The signature is optional because it costs as much as the rest of the request.
      const signature = query.signed === true ? signer.sign(view, query.nonce ?? null) : null;
      return signature === null ? view : { ...view, address_signature: signature };
    },
  });
}
