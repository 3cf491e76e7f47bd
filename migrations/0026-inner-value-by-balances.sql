-- Where no endpoint traces, what contracts pass on can still be seen at addresses that are given out once: by their balances.
alter table network_cursors drop constraint network_cursors_internal_transfers_check;
alter table network_cursors add constraint network_cursors_internal_transfers_check
  check (internal_transfers in ('traced', 'one_time_addresses', 'direct_only'));
