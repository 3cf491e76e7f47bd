-- An exact amount (smallest units) at an address, as an index keeps it. No other index has this expression, so a
-- statement that asks by it has one plan. Plans are kept for as long as a connection lives: one that was made while the
-- table was small read all quotes of the address for each new one. Transactions without a quote have -1, which no
-- transfer has.
create or replace function amount_key(recipient text, amount numeric) returns text
  language sql immutable parallel safe
return recipient || ' ' || coalesce(amount, -1)::text;
