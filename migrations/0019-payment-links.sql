-- Pages of an app that make an invoice for whoever opens them: any number of people pay one.
create table payment_links (
  id uuid primary key,
  app_id uuid not null references apps, -- that is paid
  slug text not null unique check (char_length(slug) between 1 and 100), -- its name in URLs
  currency text not null check (currency ~ '^[A-Z]{3}$'), -- ISO 4217
  total numeric(40, 0) check (total > 0), -- minor units of the currency; null: whoever pays enters it
  description text check (char_length(description) between 1 and 1000), -- as customers read it
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index payment_links_of_app on payment_links (app_id, id desc);
