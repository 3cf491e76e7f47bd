-- Where as many addresses of an extended public key wait for a first payment as its app lets them, further invoices
-- share one child, and their amounts tell them apart. So strangers' invoices neither make a shop unpayable nor take the
-- key beyond the children that a wallet looks for.
alter table wallets add column shared_index bigint; -- that child; null until one is needed
