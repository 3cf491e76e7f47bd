-- What a network's nodes call final, whether transfers within calls are seen there, and what must not be credited by itself.
-- final_moved_at is on the chain's own clock (the time of the newest block when final_number last grew), so that a chain
-- that makes no blocks is not taken for one whose finality stalls.
alter table network_cursors
  add column final_number bigint,
  add column final_moved_at timestamptz,
  add column internal_transfers text check (internal_transfers in ('traced', 'direct_only'));

-- Why a token is not taken for now, e.g. because its contract names other decimals than those pinned here.
alter table assets add column stopped text;

-- Why a transfer waits for the merchant whatever its address and amount say; null for all the usual ones.
alter table transfers add column held text;
