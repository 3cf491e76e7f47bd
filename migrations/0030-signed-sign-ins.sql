-- Whose programs and links count: as the service signed them, under the instance's key.

-- Rows of today have no MAC yet: the next start signs them (features/keys/sign-earlier-rows.ts).
alter table oauth2_clients add column mac bytea; -- over whose it is, where it sends people, and its secret's hash
alter table oauth2_grants add column mac bytea; -- over who granted what to whom
alter table oauth2_artifacts add column mac bytea; -- over all columns
alter table verifications add column mac bytea; -- over what it is good for, and until when; null: nothing
alter table email_changes add column mac bytea; -- over both links, and who agreed

-- Who people are, and what they sign in by. Unsigned, it signs nobody in.
alter table users add column mac bytea; -- over the address, whether it is confirmed, and whether a code is asked for
alter table accounts add column mac bytea; -- over whose it is, and the password's hash
alter table passkeys add column mac bytea; -- over whose it is, and the public key
alter table two_factors add column mac bytea; -- over whose they are, the secret, and the recovery codes
