-- Payment links, counters and claims are open to everybody: what one visitor makes there takes no place of others.

-- The network that the caller belongs to, as the first 32 bits of a MAC over its address (IPv6: its /64). Null where that
-- is not known: a private address, or a claim of a version before. One visitor's claims give way to those of others.
alter table payment_claims add column visitor integer;
