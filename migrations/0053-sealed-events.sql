-- Over the type, the data and all else that a delivery shows of an event, under SECRET_KEY. An event is neither
-- delivered nor listed if the MAC does not hold. A worker signs the events that there are after the upgrade.
alter table events add column mac bytea;

-- Any sealed row can be found changed.
alter table tamper_findings drop constraint tamper_findings_subject_type_check;
alter table tamper_findings add check (subject_type in ('address', 'transaction', 'member', 'app', 'payment_link',
  'app_cryptocurrency', 'payout_change', 'invoice', 'credit', 'transfer', 'payment_claim', 'slug_change', 'event'));
