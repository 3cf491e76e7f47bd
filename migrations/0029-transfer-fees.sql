-- What sending costs customers, so that they see it before they choose a network.

-- About what a transfer costs its sender, in smallest units of the native coin, as an endpoint told it then.
alter table network_cursors add column coin_fee numeric(78, 0) check (coin_fee >= 0);
alter table network_cursors add column token_fee numeric(78, 0) check (token_fee >= 0);
alter table network_cursors add column fees_at timestamptz;
