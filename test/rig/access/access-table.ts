// The expected access of every operation. A person wrote it from the documentation for integrators, independent of the
// service's own declarations.
import assert from 'node:assert/strict';

/**
 * nobody:    `yes` if anonymous callers may call it, `401` if it needs a token or a session. `only`: anonymous callers
 *            may call it, but the owner's team and tokens need the scope and the role.
 * cookie:    `yes`, or `fresh` after a sign-in within 15 minutes only.
 * PAT:       the required scope (`a/b`: one of them is enough), `yes` if none is required, or `403`.
 * app token: `yes` for objects of its own app, or `403`.
 * OAuth2:    `same` as PAT, or `403`.
 * others:    the response to another signed-in person: `404`, `open` if the id suffices, or `own` for their own object,
 *            which is never the owner's. `operator`: for the operator only, so that the owner gets a 404 as well.
 * apps:      the same for the token of another app, even of the same owner; `—` if no app may call it.
 */
const table = `
operation                               | nobody | cookie | PAT                | app token | OAuth2 | others   | apps
GET /app                                | 401    | yes    | apps:read          | 403       | same   | own      | —
POST /app                               | 401    | yes    | apps:write         | 403       | same   | own      | —
GET /app/{id}                           | yes    | yes    | apps:read          | yes       | same   | open     | 404
PUT /app/{id}                           | 401    | yes    | apps:write         | 403       | same   | 404      | —
DELETE /app/{id}                        | 401    | fresh  | apps:write         | 403       | 403    | 404      | —
POST /app/{id}/restore                  | 401    | fresh  | apps:write         | 403       | 403    | 404      | —
GET /app/{id}/settings                  | 401    | yes    | apps:read          | yes       | same   | 404      | 404
PUT /app/{id}/settings                  | 401    | yes    | apps:write         | 403       | same   | 404      | —
GET /app/{id}/balance-sheet             | 401    | yes    | apps:read          | yes       | same   | 404      | 404
GET /app/{id}/statistics                | 401    | yes    | apps:read          | yes       | same   | 404      | 404
GET /app/{id}/attention                 | 401    | yes    | apps:read          | yes       | same   | 404      | 404
GET /exports                            | 401    | yes    | invoices:read      | yes       | same   | 404      | 404
GET /audit-log                          | 401    | yes    | account:read       | 403       | 403    | 404      | —
GET /audit-log/{id}                     | 401    | yes    | account:read       | 403       | 403    | 404      | —
GET /requests                           | 401    | yes    | apps:read          | yes       | same   | 404      | 404
GET /request/{id}                       | 401    | yes    | apps:read          | yes       | same   | 404      | 404

GET /app-members                        | 401    | yes    | apps:read          | 403       | 403    | 404      | —
GET /app-member/{id}                    | 401    | yes    | apps:read          | 403       | 403    | 404      | —
POST /app-member                        | 401    | fresh  | 403                | 403       | 403    | 404      | —
PUT /app-member/{id}                    | 401    | fresh  | 403                | 403       | 403    | 404      | —
DELETE /app-member/{id}                 | 401    | fresh  | 403                | 403       | 403    | 404      | —

GET /app-tokens                         | 401    | yes    | 403                | 403       | 403    | 404      | —
GET /app-token/{id}                     | 401    | yes    | 403                | 403       | 403    | 404      | —
POST /app-token                         | 401    | fresh  | 403                | 403       | 403    | 404      | —
DELETE /app-token/{id}                  | 401    | fresh  | 403                | 403       | 403    | 404      | —

GET /app/{id}/doors                     | 401    | yes    | 403                | 403       | 403    | 404      | —
POST /app/{id}/doors                    | 401    | fresh  | 403                | 403       | 403    | 404      | —

GET /app-cryptocurrencies               | yes    | yes    | apps:read          | yes       | same   | open     | 404
GET /app-cryptocurrency/{id}            | yes    | yes    | apps:read          | yes       | same   | open     | 404
POST /app-cryptocurrency                | 401    | yes    | apps:write         | 403       | same   | 404      | —
PUT /app-cryptocurrency/{id}            | 401    | yes    | apps:write         | 403       | same   | 404      | —
DELETE /app-cryptocurrency/{id}         | 401    | fresh  | apps:write         | 403       | same   | 404      | —

GET /payment-links                      | 401    | yes    | apps:read          | yes       | same   | 404      | 404
GET /payment-link/{id}                  | 401    | yes    | apps:read          | yes       | same   | 404      | 404
POST /payment-link                      | 401    | yes    | apps:write         | 403       | same   | 404      | —
PUT /payment-link/{id}                  | 401    | yes    | apps:write         | 403       | same   | 404      | —
DELETE /payment-link/{id}               | 401    | fresh  | apps:write         | 403       | same   | 404      | —

GET /app-addresses                      | 401    | yes    | addresses:read     | yes       | same   | 404      | 404
GET /app-address/{id}                   | 401    | yes    | addresses:read     | yes       | same   | 404      | 404
POST /app-address                       | 401    | fresh  | addresses:write    | 403       | 403    | 404      | —
POST /app-address/recognise             | 401    | yes    | addresses:read     | 403       | 403    | own      | —
PUT /app-address/{id}                   | 401    | yes    | addresses:write    | 403       | 403    | 404      | —
DELETE /app-address/{id}                | 401    | fresh  | addresses:write    | 403       | 403    | 404      | —
GET /payout-changes                     | 401    | yes    | addresses:read     | yes       | same   | 404      | 404
POST /payout-change/{id}/stop           | 401    | yes    | addresses:write    | 403       | 403    | 404      | —
POST /payout-change/{id}/approve        | 401    | fresh  | addresses:write    | 403       | 403    | 404      | —

GET /invoices                           | 401    | yes    | invoices:read      | yes       | same   | 404      | 404
POST /invoice                           | 401    | yes    | invoices:write     | yes       | same   | 404      | 404
GET /invoice/{id}                       | yes    | yes    | invoices:read      | yes       | same   | open     | open
PUT /invoice/{id}                       | 401    | yes    | invoices:write     | yes       | same   | 404      | 404
DELETE /invoice/{id}                    | 401    | yes    | invoices:write     | yes       | same   | 404      | 404
POST /invoice/{id}/settle               | 401    | fresh  | invoices:settle    | yes       | same   | 404      | 404
GET /invoice/{id}/timeline              | 401    | yes    | invoices:read      | yes       | same   | 404      | 404
GET /invoice/{id}/events                | yes    | yes    | invoices:read      | yes       | same   | open     | open

GET /transactions                       | yes    | yes    | transactions:read  | yes       | same   | open     | open
GET /payments                           | 401    | yes    | transactions:read  | yes       | same   | 404      | 404
POST /transaction                       | yes    | yes    | transactions:write | yes       | same   | open     | open
POST /invoice/{id}/payment-request      | yes    | yes    | transactions:write | yes       | same   | open     | open
GET /transaction/{id}                   | yes    | yes    | transactions:read  | yes       | same   | open     | open
GET /address-key                        | yes    | yes    | transactions:read  | yes       | same   | open     | open
DELETE /transaction/{id}                | yes    | yes    | transactions:write | yes       | same   | open     | open
POST /transaction/{id}/claim            | yes    | yes    | transactions:write | yes       | same   | open     | open
GET /unmatched-payments                 | 401    | yes    | transactions:read  | yes       | same   | 404      | 404
GET /unmatched-payment/{id}             | 401    | yes    | transactions:read  | yes       | same   | 404      | 404
POST /unmatched-payment/{id}/assign     | 401    | fresh  | payments:assign    | yes       | same   | 404      | 404
POST /unmatched-payment/{id}/dismiss    | 401    | fresh  | payments:assign    | yes       | same   | 404      | 404
POST /sandbox/transaction/{id}/simulate | 401    | yes    | transactions:write | yes       | same   | 404      | 404
POST /sandbox/transaction/{id}/pay      | yes    | yes    | transactions:write | yes       | same   | open     | open
POST /sandbox/transaction/{id}/reorg    | 401    | yes    | transactions:write | yes       | same   | 404      | 404
POST /sandbox/refund/{id}/simulate      | 401    | yes    | transactions:write | yes       | same   | 404      | 404
GET /sandbox/clock                      | 401    | yes    | transactions:read  | yes       | same   | 404      | 404
POST /sandbox/event                     | 401    | yes    | transactions:write | yes       | same   | 404      | 404
POST /sandbox/clock                     | 401    | yes    | transactions:write | yes       | same   | 404      | 404

GET /refunds                            | 401    | yes    | invoices:read/refunds:write | yes | same   | 404      | 404
POST /refund                            | 401    | fresh  | refunds:write      | yes       | same   | 404      | 404
GET /refund/{id}                        | yes    | yes    | invoices:read/refunds:write | yes | same   | open     | open
PUT /refund/{id}                        | only   | yes    | refunds:write      | yes       | same   | open     | open
DELETE /refund/{id}                     | 401    | yes    | refunds:write      | yes       | same   | 404      | 404
POST /refund/{id}/hash                  | 401    | yes    | refunds:write      | yes       | same   | 404      | 404
POST /refund/{id}/accept                | 401    | fresh  | refunds:write      | yes       | same   | 404      | 404
POST /refund-batch                      | 401    | fresh  | refunds:write      | yes       | same   | 404      | 404
GET /pull-payments                      | 401    | yes    | invoices:read/refunds:write | yes | same   | 404      | 404
POST /pull-payment/{id}/assign          | 401    | fresh  | refunds:write      | yes       | same   | 404      | 404
DELETE /pull-payment/{id}               | 401    | yes    | refunds:write      | yes       | same   | 404      | 404

GET /currencies                         | yes    | yes    | yes                | yes       | same   | open     | open
GET /currency/{code}                    | yes    | yes    | yes                | yes       | same   | open     | open
GET /cryptocurrencies                   | yes    | yes    | yes                | yes       | same   | open     | open
GET /cryptocurrency/{symbol}            | yes    | yes    | yes                | yes       | same   | open     | open
GET /networks                           | yes    | yes    | yes                | yes       | same   | open     | open
GET /network/{symbol}                   | yes    | yes    | yes                | yes       | same   | open     | open

GET /webhooks                           | 401    | yes    | webhooks:read      | yes       | same   | 404      | 404
GET /webhook/{id}                       | 401    | yes    | webhooks:read      | yes       | same   | 404      | 404
POST /webhook                           | 401    | fresh  | webhooks:write     | yes       | same   | 404      | 404
PUT /webhook/{id}                       | 401    | yes    | webhooks:write     | yes       | same   | 404      | 404
DELETE /webhook/{id}                    | 401    | yes    | webhooks:write     | yes       | same   | 404      | 404
POST /webhook/{id}/rotate-secret        | 401    | fresh  | webhooks:write     | yes       | same   | 404      | 404
POST /webhook/{id}/test                 | 401    | yes    | webhooks:write     | yes       | same   | 404      | 404
POST /webhook/{id}/replay               | 401    | yes    | webhooks:write     | yes       | same   | 404      | 404
GET /webhook/{id}/deliveries            | 401    | yes    | webhooks:read      | yes       | same   | 404      | 404
GET /webhook-delivery/{id}              | 401    | yes    | webhooks:read      | yes       | same   | 404      | 404
POST /webhook-delivery/{id}/redeliver   | 401    | yes    | webhooks:write     | yes       | same   | 404      | 404
GET /events                             | 401    | yes    | webhooks:read      | yes       | same   | 404      | 404
GET /event/{id}                         | 401    | yes    | webhooks:read      | yes       | same   | 404      | 404

GET /account                            | 401    | yes    | account:read       | 403       | 403    | own      | —
GET /personal-access-tokens             | 401    | yes    | account:read       | 403       | 403    | own      | —
GET /personal-access-token/{id}         | 401    | yes    | account:read       | 403       | 403    | 404      | —
POST /personal-access-token             | 401    | fresh  | 403                | 403       | 403    | own      | —
DELETE /personal-access-token/{id}      | 401    | fresh  | account:write      | 403       | 403    | 404      | —
GET /sessions                           | 401    | yes    | 403                | 403       | 403    | own      | —
DELETE /session/{id}                    | 401    | fresh  | 403                | 403       | 403    | 404      | —
GET /passkeys                           | 401    | yes    | 403                | 403       | 403    | own      | —
POST /passkey/options                   | 401    | fresh  | 403                | 403       | 403    | own      | —
POST /passkey                           | 401    | fresh  | 403                | 403       | 403    | own      | —
DELETE /passkey/{id}                    | 401    | fresh  | 403                | 403       | 403    | 404      | —

GET /notification-channels              | 401    | yes    | account:read       | 403       | 403    | own      | —
POST /notification-channel              | 401    | fresh  | 403                | 403       | 403    | own      | —
DELETE /notification-channel/{id}       | 401    | fresh  | 403                | 403       | 403    | 404      | —
POST /notification-channel/{id}/test    | 401    | yes    | 403                | 403       | 403    | 404      | —
GET /notification-choices               | 401    | yes    | account:read       | 403       | 403    | own      | —
PUT /notification-choice/{kind}         | 401    | fresh  | 403                | 403       | 403    | own      | —

GET /oauth2-clients                     | 401    | yes    | account:read       | 403       | 403    | own      | —
GET /oauth2-client/{id}                 | 401    | yes    | account:read       | 403       | 403    | 404      | —
POST /oauth2-client                     | 401    | fresh  | 403                | 403       | 403    | own      | —
PUT /oauth2-client/{id}                 | 401    | fresh  | 403                | 403       | 403    | 404      | —
POST /oauth2-client/{id}/rotate-secret  | 401    | fresh  | 403                | 403       | 403    | 404      | —
DELETE /oauth2-client/{id}              | 401    | fresh  | account:write      | 403       | 403    | 404      | —
GET /oauth2-sessions                    | 401    | yes    | account:read       | 403       | 403    | own      | —
GET /oauth2-session/{id}                | 401    | yes    | account:read       | 403       | 403    | 404      | —
DELETE /oauth2-session/{id}             | 401    | fresh  | account:write      | 403       | 403    | 404      | —

GET /operator/instance                  | 401    | yes    | account:read       | 403       | 403    | operator | —
GET /operator/networks                  | 401    | yes    | account:read       | 403       | 403    | operator | —
PUT /operator/network/{symbol}          | 401    | fresh  | 403                | 403       | 403    | operator | —
POST /operator/network                  | 401    | fresh  | 403                | 403       | 403    | operator | —
POST /operator/endpoint-check           | 401    | fresh  | 403                | 403       | 403    | operator | —
GET /operator/endpoint-suggestions      | 401    | yes    | account:read       | 403       | 403    | operator | —
GET /operator/settings                  | 401    | yes    | account:read       | 403       | 403    | operator | —
PUT /operator/settings                  | 401    | fresh  | 403                | 403       | 403    | operator | —
POST /operator/settings/test-mail       | 401    | fresh  | 403                | 403       | 403    | operator | —
POST /operator/settings/test-backup     | 401    | fresh  | 403                | 403       | 403    | operator | —
GET /operator/rates                     | 401    | yes    | account:read       | 403       | 403    | operator | —
GET /operator/people                    | 401    | yes    | account:read       | 403       | 403    | operator | —
GET /operator/health                    | 401    | yes    | account:read       | 403       | 403    | operator | —

POST /upload-target                     | 401    | yes    | apps:write         | yes       | same   | own      | own
`;

export interface AccessRow {
  /** Such as `GET /app/{id}`. */
  readonly operation: string;
  readonly nobody: 'yes' | '401';
  /** Whether a caller of the owner needs the scope and the role, although anonymous callers need none. */
  readonly isStrict: boolean;
  readonly cookie: 'yes' | 'fresh';
  readonly pat: string;
  readonly appToken: 'yes' | '403';
  readonly oauth2: string;
  readonly anotherPerson: Foreign | 'operator';
  readonly anotherApp: Foreign | '—';
}

type Foreign = '404' | 'open' | 'own';

export const accessTable: readonly AccessRow[] = table
  .split('\n')
  .filter((line) => line.includes('|'))
  .slice(1)
  .map(readRow);

function readRow(line: string): AccessRow {
  const cells = line.split('|').map((cell) => cell.trim());
  const [operation = '', nobody, cookie, pat, appToken, oauth2, anotherPerson, anotherApp] = cells;
  const scope = /^(?:[a-z]+:[a-z]+(?:\/[a-z]+:[a-z]+)?|yes|403)$/;
  return {
    operation,
    nobody: oneOf(line, nobody, ['yes', 'only', '401']) === '401' ? '401' : 'yes',
    isStrict: nobody !== 'yes',
    cookie: oneOf(line, cookie, ['yes', 'fresh']),
    pat: matching(line, pat, scope),
    appToken: oneOf(line, appToken, ['yes', '403']),
    oauth2: oneOf(line, oauth2, ['same', '403']) === 'same' ? matching(line, pat, scope) : '403',
    anotherPerson: oneOf(line, anotherPerson, ['404', 'open', 'own', 'operator']),
    anotherApp: oneOf(line, anotherApp, ['404', 'open', 'own', '—']),
  };
}

function oneOf<Word extends string>(line: string, cell: string | undefined, words: readonly Word[]): Word {
  const word = words.find((one) => one === cell);
  assert.ok(word !== undefined, `${cell} is none of ${words.join(', ')}: ${line}`);
  return word;
}

function matching(line: string, cell: string | undefined, pattern: RegExp): string {
  assert.ok(cell !== undefined && pattern.test(cell), `${cell} is no scope: ${line}`);
  return cell;
}
