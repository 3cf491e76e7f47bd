<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

/** Known values. A later version of the service may send others. */
final class AppAttentionKind
{
    public const ADDRESSES_TAMPERED = 'addresses_tampered';
    public const RECORDS_TAMPERED = 'records_tampered';
    public const MEMBERS_TAMPERED = 'members_tampered';
    public const ADDRESSES_UNSAFE = 'addresses_unsafe';
    public const PAYOUT_CHANGES_WAITING = 'payout_changes_waiting';
    public const APP_TOKEN_KNOWN = 'app_token_known';
    public const PAYMENTS_REORGED = 'payments_reorged';
    public const SHOP_NOT_NOTIFIED = 'shop_not_notified';
    public const REFUNDS_EXCEED_PAID = 'refunds_exceed_paid';
    public const NETWORK_HALTED = 'network_halted';
    public const NETWORK_AWAY = 'network_away';
    public const NETWORK_BEHIND = 'network_behind';
    public const NO_RATE = 'no_rate';
    public const SUPPORT_CONTACT_MISSING = 'support_contact_missing';
    public const AMOUNTS_CROWDED = 'amounts_crowded';
    public const VISITORS_CROWDED = 'visitors_crowded';
    public const VISITOR_ADDRESSES_USED = 'visitor_addresses_used';
    public const ADDRESSES_BLOCKED = 'addresses_blocked';
    public const WEBHOOKS_DISABLED = 'webhooks_disabled';
    public const WEBHOOKS_FAILING = 'webhooks_failing';
    public const CLAIMS_WAITING = 'claims_waiting';
    public const REFUNDS_AFTER_CANCELLATION = 'refunds_after_cancellation';
    public const REFUNDS_DIFFER = 'refunds_differ';
    public const PULL_PAYMENTS_WAITING = 'pull_payments_waiting';
    public const REFUNDS_WAITING = 'refunds_waiting';
    public const UNLISTED_TOKENS = 'unlisted_tokens';
    public const RECEIPTS_HELD_BACK = 'receipts_held_back';
    public const UNMATCHED_PAYMENTS = 'unmatched_payments';
}
