<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class OperatorSettings extends Model
{
    protected const OBJECTS = [
        'public_url' => OperatorSetting::class,
        'smtp_url' => OperatorSetting::class,
        'mail_from' => OperatorSetting::class,
        'mail_receipts_per_hour' => OperatorSetting::class,
        'mail_invitations_per_hour' => OperatorSetting::class,
        'backup_to' => OperatorSetting::class,
        'backup_every' => OperatorSetting::class,
        'backup_recipient' => OperatorSetting::class,
        'sign_up' => OperatorSetting::class,
        'rate_sources' => OperatorSetting::class,
        'rate_max_age' => OperatorSetting::class,
        'security_contact' => OperatorSetting::class,
        'cors_origins' => OperatorSetting::class,
        'rate_limit' => OperatorSetting::class,
        'log_level' => OperatorSetting::class,
        'log_requests' => OperatorSetting::class,
        'payout_delay' => OperatorSetting::class,
        'webhook_allow_cidrs' => OperatorSetting::class,
        'trust_proxy' => OperatorSetting::class,
    ];

    public OperatorSetting $public_url;

    public OperatorSetting $smtp_url;

    public OperatorSetting $mail_from;

    public OperatorSetting $mail_receipts_per_hour;

    public OperatorSetting $mail_invitations_per_hour;

    public OperatorSetting $backup_to;

    public OperatorSetting $backup_every;

    public OperatorSetting $backup_recipient;

    public OperatorSetting $sign_up;

    public OperatorSetting $rate_sources;

    public OperatorSetting $rate_max_age;

    public OperatorSetting $security_contact;

    public OperatorSetting $cors_origins;

    public OperatorSetting $rate_limit;

    public OperatorSetting $log_level;

    public OperatorSetting $log_requests;

    public OperatorSetting $payout_delay;

    public OperatorSetting $webhook_allow_cidrs;

    public OperatorSetting $trust_proxy;
}
