<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class AppSettings extends Model
{
    protected const OBJECTS = [
        'underpayment_tolerance' => AppSettingsUnderpaymentTolerance::class,
        'amount_room' => AppSettingsAmountRoom::class,
        'confirmations_by_value' => [AppSettingsConfirmationsByValueItem::class],
        'unconfirmed_payments' => AppSettingsUnconfirmedPayments::class,
        'branding' => AppSettingsBranding::class,
        'webhook_defaults' => AppSettingsWebhookDefaults::class,
    ];

    /** How long a quote is valid, in seconds. */
    public int $quote_window;

    public AppSettingsUnderpaymentTolerance $underpayment_tolerance;

    public AppSettingsAmountRoom $amount_room;

    /** One of AppSettingsLatePayments, or a later value. */
    public string $late_payments;

    /** @var list<AppSettingsConfirmationsByValueItem> */
    public array $confirmations_by_value;

    public AppSettingsUnconfirmedPayments $unconfirmed_payments;

    /** One of AppSettingsStablecoins, or a later value. */
    public string $stablecoins;

    public int $unpaid_addresses_max;

    public ?string $support_contact = null;

    public AppSettingsBranding $branding;

    /**
     * Origins that may frame the checkout: by default that of the app’s `url`.
     *
     * @var list<string>
     */
    public array $embed_origins;

    public AppSettingsWebhookDefaults $webhook_defaults;

    /** @var list<string> */
    public array $app_token_may;
}
