<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

/** The codes of errors that operations return. A later version of the service may send others. */
final class ProblemCode
{
    public const ADDRESS_GIVEN = 'address_given';
    public const ADDRESS_RANGE_REQUIRED = 'address_range_required';
    public const ADDRESS_TAMPERED = 'address_tampered';
    public const ALREADY_A_MEMBER = 'already_a_member';
    public const APP_ARCHIVED = 'app_archived';
    public const BODY_TOO_LARGE = 'body_too_large';
    public const CLAIM_REFUSED = 'claim_refused';
    public const CLIENT_TAMPERED = 'client_tampered';
    public const CSRF_FAILED = 'csrf_failed';
    public const DATABASE_WENT_BACK = 'database_went_back';
    public const DEVELOPMENT_ONLY = 'development_only';
    public const EXCEEDS_PAID = 'exceeds_paid';
    public const FORBIDDEN = 'forbidden';
    public const IDEMPOTENCY_KEY_INVALID = 'idempotency_key_invalid';
    public const IDEMPOTENCY_KEY_REUSED = 'idempotency_key_reused';
    public const INSUFFICIENT_SCOPE = 'insufficient_scope';
    public const INTERNAL_ERROR = 'internal_error';
    public const INVALID_TOKEN = 'invalid_token';
    public const INVOICE_CANCELED = 'invoice_canceled';
    public const INVOICE_NOT_CANCELABLE = 'invoice_not_cancelable';
    public const INVOICE_NOT_CHANGEABLE = 'invoice_not_changeable';
    public const INVOICE_NOT_PAYABLE = 'invoice_not_payable';
    public const INVOICE_NOT_SETTLEABLE = 'invoice_not_settleable';
    public const LAST_EFFECTIVE_ADDRESS = 'last_effective_address';
    public const LAST_OWNER = 'last_owner';
    public const MALFORMED_JSON = 'malformed_json';
    public const MALFORMED_REQUEST = 'malformed_request';
    public const NOT_AUTHENTICATED = 'not_authenticated';
    public const NOT_FOUND = 'not_found';
    public const PAYMENT_NOT_WAITING = 'payment_not_waiting';
    public const PAYOUT_CHANGE_OVER = 'payout_change_over';
    public const RATE_LIMITED = 'rate_limited';
    public const RATE_UNAVAILABLE = 'rate_unavailable';
    public const REAUTHENTICATION_REQUIRED = 'reauthentication_required';
    public const REFERENCE_IN_USE = 'reference_in_use';
    public const REFUND_NOT_ACCEPTABLE = 'refund_not_acceptable';
    public const REFUND_NOT_CANCELABLE = 'refund_not_cancelable';
    public const REFUND_NOT_CHANGEABLE = 'refund_not_changeable';
    public const REFUND_NOT_READY = 'refund_not_ready';
    public const REPLAY_RUNNING = 'replay_running';
    public const REQUEST_IN_PROGRESS = 'request_in_progress';
    public const ROLE_REQUIRED = 'role_required';
    public const ROW_TAMPERED = 'row_tampered';
    public const SECOND_OWNER_REQUIRED = 'second_owner_required';
    public const SIMULATION_REFUSED = 'simulation_refused';
    public const TEMPORARILY_UNAVAILABLE = 'temporarily_unavailable';
    public const TOKEN_BOUND_TO_ADDRESSES = 'token_bound_to_addresses';
    public const TOKEN_BOUND_TO_APPS = 'token_bound_to_apps';
    public const TOO_MANY_APP_TOKENS = 'too_many_app_tokens';
    public const TOO_MANY_MEMBERS = 'too_many_members';
    public const TOO_MANY_STREAMS = 'too_many_streams';
    public const TOO_MANY_TRANSACTIONS = 'too_many_transactions';
    public const TOO_MANY_WEBHOOKS = 'too_many_webhooks';
    public const TRANSACTION_NOT_CANCELABLE = 'transaction_not_cancelable';
    public const TRANSACTION_NOT_SIMULATABLE = 'transaction_not_simulatable';
    public const UNSUPPORTED_MEDIA_TYPE = 'unsupported_media_type';
    public const UPLOAD_TAKEN = 'upload_taken';
    public const VALIDATION_FAILED = 'validation_failed';
    public const VERSION_REQUIRED = 'version_required';
    public const VERSION_UNSUPPORTED = 'version_unsupported';
    public const WEBHOOK_DISABLED = 'webhook_disabled';
    public const WEBHOOK_OF_DOOR = 'webhook_of_door';
}
