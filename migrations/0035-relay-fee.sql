-- The least amount that a wallet can send on a chain of outputs follows from the least rate of fees that nodes accept.

-- In smallest units for 1,000 virtual bytes, as an endpoint stated it at fees_at; null where none does.
alter table network_cursors add column relay_fee numeric(78, 0) check (relay_fee >= 0);
