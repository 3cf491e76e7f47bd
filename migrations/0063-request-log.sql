-- The API calls of the last seven days, for each app, so that developers can look up what a program sent. Unlogged:
-- a log for debugging needs no durability, and stays out of backups.
create unlogged table request_log (
  id uuid primary key, -- the id of the request, as in X-Request-Id
  app_id uuid not null, -- the app that the call concerns
  operation text not null, -- the operationId of the API document
  method text not null, -- of HTTP
  path text not null, -- below the public URL, without the query
  query text not null, -- without secrets; empty for none
  status smallint not null, -- HTTP status of the answer
  error_code text, -- the code of the problem; null for a success
  caller_kind text not null, -- session, personal_access_token, app_token or oauth2
  actor text not null, -- the person and their token, or the app by its own token
  token_name text, -- the token's or the client's name at that time; null for a session and for an app's main token
  duration_ms integer not null, -- until the response was sent, in milliseconds
  area text not null, -- a token sees the bodies only with the scope <area>:read
  bodies_sealed bytea, -- both bodies without secrets, as JSON, sealed with the instance's key; null above the limit
  created_at timestamptz not null -- the end of the call, by the service's clock
);
create index request_log_by_app on request_log (app_id, created_at desc, id desc);
create index request_log_age on request_log (created_at);
