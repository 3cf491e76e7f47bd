// The catalogue of all problems that the API returns: code, status, title, and advice for the caller.

interface ProblemKind {
  readonly status: number;
  readonly title: string;
  readonly remedy: string;
}

export const problemKinds = {
  version_required: {
    status: 400,
    title: 'The version is missing',
    remedy: 'Add the query parameter v=1, or another version that the detail names.',
  },
  version_unsupported: {
    status: 400,
    title: 'This version does not exist',
    remedy: 'Use v=1, or another version that the detail names.',
  },
  malformed_json: { status: 400, title: 'The body is not JSON', remedy: 'Send one well-formed JSON object.' },
  malformed_request: {
    status: 400,
    title: 'The request cannot be read',
    remedy: 'Check the URL, the headers and the body.',
  },
  idempotency_key_invalid: {
    status: 400,
    title: 'The Idempotency-Key is not a UUIDv4',
    remedy: 'Make a fresh random UUID (version 4) for each new action and send it unchanged with every retry.',
  },
  not_authenticated: {
    status: 401,
    title: 'Authentication required',
    remedy: 'Send the header Authorization: Bearer <token> with a personal access token or an app token.',
  },
  invalid_token: {
    status: 401,
    title: 'The token is not valid',
    remedy:
      'It may have expired, been revoked, belong to an archived app, or to a person who left the app. Make a new one.',
  },
  forbidden: {
    status: 403,
    title: 'This token type cannot call this operation',
    remedy: 'Use a credential that the detail names.',
  },
  insufficient_scope: {
    status: 403,
    title: 'The token lacks a scope',
    remedy: 'Make a token that has the scope named in the detail.',
  },
  role_required: {
    status: 403,
    title: 'Your role in the app does not allow this',
    remedy: 'Ask an owner of the app to do it, or to give you a role that allows it.',
  },
  token_bound_to_apps: {
    status: 403,
    title: 'The token is bound to certain apps',
    remedy: 'Use a token that is not bound to apps, or a browser session.',
  },
  token_bound_to_addresses: {
    status: 403,
    title: 'The token does not work from this address',
    remedy: 'It is bound to address ranges (cidrs). Call from one of them, or create a token for this address.',
  },
  address_range_required: {
    status: 403,
    title: 'The token must be bound to address ranges',
    remedy:
      'Only a personal access token with cidrs can change the receiving addresses of a production app. ' +
      'Create one, or use a browser session.',
  },
  development_only: {
    status: 403,
    title: 'Only development apps have a sandbox',
    remedy: 'Make an app with environment development, and simulate its transactions.',
  },
  csrf_failed: {
    status: 403,
    title: 'The CSRF check failed',
    remedy: 'Call a GET operation first and send its X-Csrf-Token back.',
  },
  reauthentication_required: {
    status: 403,
    title: 'Prove anew that it is you',
    remedy:
      'POST a passkey, a one-time code, or the password if neither is set up, to /api/auth/step-up, ' +
      'or sign in again. The browser session may then do this for 15 minutes.',
  },
  second_owner_required: {
    status: 403,
    title: 'Another owner must let this through',
    remedy:
      'A change cannot be approved early by the owner who requested it, or by a new owner. Wait, or ask another owner.',
  },
  upload_not_allowed: {
    status: 403,
    title: 'Nothing may be put here',
    remedy: 'Ask for an upload target, and use its url, method and headers unchanged, before it expires.',
  },
  sign_up_closed: {
    status: 403,
    title: 'Nobody can sign up here',
    remedy:
      'Ask the operator for an account. On a new instance, `quittance setup-link` prints the link for the first one.',
  },
  not_found: { status: 404, title: 'Not found', remedy: 'Check the id, and that the object belongs to the caller.' },
  method_not_allowed: {
    status: 405,
    title: 'The method is not allowed here',
    remedy: 'Use one of the methods in the Allow header.',
  },
  request_timeout: {
    status: 408,
    title: 'The request did not arrive in time',
    remedy: 'Send all of it within 30 seconds.',
  },
  invoice_not_payable: {
    status: 409,
    title: 'The invoice takes no more payments',
    remedy: 'Only an open or partially paid invoice with something left to pay takes a new transaction.',
  },
  invoice_not_cancelable: {
    status: 409,
    title: 'The invoice can no longer be canceled',
    remedy: 'A payment for it was already seen on a chain. Settle it, or let it expire.',
  },
  invoice_not_changeable: {
    status: 409,
    title: 'This part of the invoice can no longer be changed',
    remedy: 'total and currency are fixed once a transaction exists; a closed invoice is not changed at all.',
  },
  invoice_not_settleable: {
    status: 409,
    title: 'The invoice cannot be settled',
    remedy: 'Only an open, partially paid or expired invoice can be settled by hand.',
  },
  refund_not_changeable: {
    status: 409,
    title: 'This part of the refund can no longer be changed',
    remedy: 'A refund keeps its destination once a transfer was seen. A canceled refund keeps everything.',
  },
  refund_not_cancelable: {
    status: 409,
    title: 'The refund can no longer be canceled',
    remedy: 'A transfer of it was already seen on the chain.',
  },
  refund_not_acceptable: {
    status: 409,
    title: 'There is no other amount to accept',
    remedy: 'Only a refund with the status seen and amount_differs can be accepted.',
  },
  refund_not_ready: {
    status: 409,
    title: 'The refund has no destination yet',
    remedy: 'Give its `to`, or ask the customer for it with refund_url.',
  },
  address_given: {
    status: 409,
    title: 'The refund already has a destination',
    remedy: 'The customer names it once. Ask the merchant to change it.',
  },
  invoice_canceled: {
    status: 409,
    title: 'The invoice is canceled',
    remedy: 'A canceled invoice stays canceled. Assign the payment to another invoice.',
  },
  last_effective_address: {
    status: 409,
    title: 'It is the last address that customers can pay at',
    remedy: 'A change to another address is pending. Stop that change, or wait for it, before you remove this address.',
  },
  payout_change_over: {
    status: 409,
    title: 'The change no longer waits',
    remedy: 'It has taken effect, or was stopped or withdrawn. See GET /payout-changes.',
  },
  payment_not_waiting: {
    status: 409,
    title: 'The payment no longer waits',
    remedy: 'It was already assigned or dismissed, or a reorg removed it. See GET /unmatched-payments.',
  },
  too_many_transactions: {
    status: 409,
    title: 'The invoice has too many attempts',
    remedy:
      'An invoice can have 10 processing transactions at a time, and 100 unpaid ones until one is paid. ' +
      'Pay or cancel an open one; see the detail.',
  },
  transaction_not_simulatable: {
    status: 409,
    title: 'Nothing can be simulated on this transaction any more',
    remedy: 'Only a processing transaction without a payment can be simulated. Create another one.',
  },
  simulation_refused: {
    status: 409,
    title: 'This case cannot be played now',
    remedy: 'The detail explains how it would end. Simulate another case, or create another invoice.',
  },
  transaction_not_cancelable: {
    status: 409,
    title: 'The transaction can no longer be canceled',
    remedy: 'It is already confirmed or rejected on the blockchain.',
  },
  reference_in_use: {
    status: 409,
    title: 'The order reference is already in use',
    remedy:
      'Another invoice of the app has this order.reference with another total. Cancel it or use another reference.',
  },
  app_archived: {
    status: 409,
    title: 'The app is archived',
    remedy:
      'It can be read, and what its customers still owe can be paid, assigned, settled and canceled. ' +
      'To change anything else, restore it: POST /app/{id}/restore.',
  },
  in_use: { status: 409, title: 'It is still in use', remedy: 'See the detail for what still needs it.' },
  webhook_of_door: { status: 409, title: 'The webhook belongs to a door', remedy: 'Close the door to end it.' },
  webhook_disabled: {
    status: 409,
    title: 'The webhook is switched off',
    remedy: 'Set enabled to true first.',
  },
  replay_running: {
    status: 409,
    title: 'Another replay is running',
    remedy: 'Try again after the running replay has ended, or use its `since`.',
  },
  last_owner: {
    status: 409,
    title: 'An app has at least one owner',
    remedy: 'First make another person an owner, and wait until they join.',
  },
  already_a_member: {
    status: 409,
    title: 'This person is a member of the app already',
    remedy: 'Change their role with PUT /app-member/{id}.',
  },
  too_many_members: {
    status: 409,
    title: 'The app has as many members as it can have',
    remedy: 'An app has 100 members, invitations counted. Remove one first.',
  },
  too_many_app_tokens: {
    status: 409,
    title: 'The app has as many tokens as it can have',
    remedy: 'An app has at most 50 further tokens, expired ones counted. Delete one first.',
  },
  too_many_webhooks: {
    status: 409,
    title: 'The app has as many webhooks as it can have',
    remedy: 'An app takes 20 webhooks. Delete one first.',
  },
  client_tampered: {
    status: 409,
    title: 'The OAuth2 client is not as it was made',
    remedy: 'It was changed directly in the database and can no longer sign people in. Delete it and create another.',
  },
  upload_taken: {
    status: 409,
    title: 'Another picture has this name already',
    remedy: 'Ask for a new upload target for each picture.',
  },
  request_in_progress: {
    status: 409,
    title: 'The first request with this Idempotency-Key is still running',
    remedy: 'Retry after the time in Retry-After.',
  },
  body_too_large: { status: 413, title: 'The body is too large', remedy: 'Bodies are at most 256 KiB.' },
  unsupported_media_type: { status: 415, title: 'The content type is not supported', remedy: 'Send application/json.' },
  validation_failed: { status: 422, title: 'Some fields are not valid', remedy: 'See errors for each field.' },
  exceeds_paid: {
    status: 422,
    title: 'More than was paid cannot be refunded',
    remedy: 'All refunds of an invoice that are not canceled must not exceed what was paid. See its refunds.',
  },
  claim_refused: {
    status: 422,
    title: 'That is not a payment of this transaction',
    remedy: 'See the detail. Check the hash, the network and the address that was paid.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'The Idempotency-Key was used for another request',
    remedy: 'Make a fresh UUIDv4 for each new action.',
  },
  rate_limited: { status: 429, title: 'Too many requests', remedy: 'Wait for the time in Retry-After.' },
  internal_error: {
    status: 500,
    title: 'Something went wrong here',
    remedy: 'Retry. If the error persists, give the request id to the operator.',
  },
  rate_unavailable: {
    status: 503,
    title: 'No fresh exchange rate',
    remedy: 'No configured source has a fresh price for this pair. Retry after the time in Retry-After.',
  },
  address_tampered: {
    status: 503,
    title: 'The receiving address is not the one that was entered',
    remedy:
      'The address of the app was changed outside the service, so no payments to it are requested. ' +
      'Its owner can find it with GET /app-addresses, and confirm it with PUT /app-address/{id}, ' +
      'or remove it and add the right one.',
  },
  row_tampered: {
    status: 503,
    title: 'A record is not as the service wrote it',
    remedy:
      'It was changed directly in the database, so it is not used, and nothing was done. The operator should run: ' +
      'quittance audit.',
  },
  too_many_streams: {
    status: 503,
    title: 'Too many streams are open',
    remedy: 'Read the list page by page for now, and open a stream after the time in Retry-After.',
  },
  database_went_back: {
    status: 503,
    title: 'No address can be given right now',
    remedy:
      'The database lost commits, so an address might be given twice. Retry after the time in Retry-After; ' +
      'the operator may have to run: quittance recover.',
  },
  temporarily_unavailable: {
    status: 503,
    title: 'A part of the service is away',
    remedy: 'Retry after the time in Retry-After.',
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof problemKinds;

/** One refused field. `field` is the property's path (`order.items.0.price`). */
export interface FieldError {
  readonly field: string;
  readonly code: string;
  readonly message: string;
  /** The text to sign in order to prove control of the address. */
  readonly proof_text?: string;
  /** The payment from the address to itself that proves control, for addresses that cannot sign. */
  readonly proof_payment?: ProofPayment;
}

/** Decimal amount; RFC 3339 time. */
export interface ProofPayment {
  readonly cryptocurrency: string;
  readonly network: string;
  readonly amount: string;
  readonly expires_at: string;
}

/** Thrown by an operation to return an error to its caller. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly title: string;
  readonly detail: string;
  readonly errors: readonly FieldError[] | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: ProblemCode,
    facts: { detail?: string; errors?: readonly FieldError[]; headers?: Readonly<Record<string, string>> } = {},
  ) {
    const kind: ProblemKind = problemKinds[code];
    super(`${code}: ${facts.detail ?? kind.title}`);
    this.name = 'Problem';
    this.code = code;
    this.status = kind.status;
    this.title = kind.title;
    this.detail = facts.detail ?? namedFields(facts.errors) ?? kind.remedy;
    this.errors = facts.errors;
    this.headers = facts.headers ?? {};
  }
}

const mostNamed = 5;

/** The fields of a validation error in a sentence. Null if there are none. */
function namedFields(errors: readonly FieldError[] | undefined): string | null {
  const fields = [...new Set((errors ?? []).map(({ field }) => field).filter((field) => field !== ''))];
  if (fields.length === 0) return null;
  const more = fields.length > mostNamed ? ` and ${fields.length - mostNamed} more` : '';
  return `Not valid: ${fields.slice(0, mostNamed).join(', ')}${more}. See errors for each field.`;
}

/** Refused because of too many concurrent requests. This is expected, so it is not logged as an error. */
export class Overload extends Problem {
  constructor(detail: string, retryAfterSeconds: number) {
    super('temporarily_unavailable', { detail, headers: { 'retry-after': String(retryAfterSeconds) } });
  }
}

/** A 422 for one field, for rules that the schema cannot express. */
export function fieldProblem(field: string, code: string, message: string): Problem {
  return new Problem('validation_failed', { errors: [{ field, code, message }] });
}
