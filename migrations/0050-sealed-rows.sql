-- Every row that decides where money goes, or how much is owed, carries a MAC under SECRET_KEY over the columns that
-- decide it. A row whose MAC does not hold is not used. The first start afterwards signs the rows that there are.
alter table apps add column mac bytea; -- over whose it is, its name, slugs, url, environment, settings and archiving
alter table payment_links add column mac bytea; -- over which app is paid, the slug, the price and the description
alter table app_cryptocurrencies add column mac bytea; -- over the app, the coin and its terms
alter table payout_changes add column mac bytea; -- over the address, who asked, from when on, and what was decided
-- Over the app, the url, the events, how deliveries are signed, and until when the earlier secret signs. `mac` holds
-- for the url alone, for processes of the version before.
alter table webhooks add column row_mac bytea;
alter table invoices add column mac bytea; -- over the app, what is owed and until when, what was paid, and the state
-- Over the invoice, the quote, the payment, and what it counts for. `recipient_mac` holds for the recipient alone, for
-- processes of the version before.
alter table transactions add column mac bytea;
alter table credits add column mac bytea; -- over what was credited, for which transfer, to which transaction and invoice
-- Over what the chain showed: how much of what, from where to where, and in which block. null off the chain.
alter table transfers add column mac bytea;
-- Over what a customer claims, and who signed that: a signed claim decides between two customers.
alter table payment_claims add column mac bytea;

-- Any sealed row can be found changed.
alter table tamper_findings drop constraint tamper_findings_subject_type_check;
alter table tamper_findings add check (subject_type in ('address', 'transaction', 'member', 'app', 'payment_link',
  'app_cryptocurrency', 'payout_change', 'invoice', 'credit', 'transfer', 'payment_claim', 'slug_change'));
