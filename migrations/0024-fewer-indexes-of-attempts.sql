-- What POST /transaction writes, made lighter once more: each index of transactions costs it a tenth of its statement.

-- That a sender has one attempt at a time with an asset is decided under the invoice's sequence, which every attempt moves.
drop index transactions_one_attempt;

-- On a shared address the amount alone must tell two open quotes apart; any transaction is found by its exact amount. One
-- index does both: open quotes have null at its end, and nulls are alike; every other row has its own id.
drop index transactions_unique_amount;
drop index transactions_by_amount;
create unique index transactions_unique_amount on transactions (recipient, amount, asset_id,
  (case when status = 'processing' and derivation_index is null and reason is null and amount is not null then null else id end))
  nulls not distinct;
