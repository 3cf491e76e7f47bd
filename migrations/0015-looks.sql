-- Until when what waits to be mined was looked at, on the network's clock: what is there at the next look may have come
-- right after it, and is taken as if it had, so that nobody's payment is late because nobody looked.
alter table network_cursors add column looked_at timestamptz;
