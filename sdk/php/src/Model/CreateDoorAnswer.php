<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class CreateDoorAnswer extends Model
{
    /** Also the id of its app token: DELETE /app-token/{id} closes the door. */
    public string $id;

    public string $app_id;

    /** One of DoorKind, or a later value. */
    public string $kind;

    /** The address to enter in the shop. */
    public string $base_url;

    /** EPay: the merchant’s number. null for other kinds. */
    public ?string $pid = null;

    /** The currency of amounts that the shop sends without one. */
    public string $currency;

    /**
     * null: it works from any address.
     *
     * @var list<string>|null
     */
    public ?array $cidrs = null;

    /** RFC 3339, UTC, milliseconds. */
    public ?string $last_used_at = null;

    /** RFC 3339, UTC, milliseconds. */
    public string $created_at;

    /** EPay: signs requests and notifications (MD5). */
    public ?string $key = null;

    /** Epusdt: signs requests and notifications (MD5). */
    public ?string $api_auth_token = null;

    /** BTCPay Greenfield and Coinbase Commerce: the token that the shop sends. */
    public ?string $api_key = null;

    /** BTCPay Greenfield: the id of the store. It is the app’s. */
    public ?string $store_id = null;

    /** Coinbase Commerce: where the shop is notified. null: nowhere. */
    public ?string $webhook_url = null;

    /** Coinbase Commerce: verifies notifications. null without a `webhook_url`. */
    public ?string $webhook_secret = null;
}
