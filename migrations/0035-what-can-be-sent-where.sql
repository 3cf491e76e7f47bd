-- Customers are asked for amounts that wallets can send, and at addresses that the merchant can spend from.

-- In smallest units for 1,000 virtual bytes, as an endpoint stated it at fees_at; null where none does. The least
-- amount that a wallet can send on a chain of outputs follows from it.
alter table network_cursors add column relay_fee numeric(78, 0) check (relay_fee >= 0);

-- Reasons against being paid at an address, as its entry or the daily check found them. A row goes with its reason.
create table address_findings (
  -- The address.
  wallet_id uuid not null references wallets (id),
  -- Where it was found: a contract may be at the same address on one network only.
  network_id uuid not null references networks (id),
  -- burn_address, precompile, system_contract, token_contract, contract or shared_wallet.
  code text not null,
  -- Since when it is known. The service's clock.
  noted_at timestamptz not null,
  -- The owner who took the address all the same; null where none did.
  confirmed_by uuid,
  -- When that was, by the service's clock.
  confirmed_at timestamptz,
  primary key (wallet_id, network_id, code)
);
