<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

/** Known values. A later version of the service may send others. */
final class CreateDoorBodyPermission
{
    public const BTCPAY_STORE_CANVIEWINVOICES = 'btcpay.store.canviewinvoices';
    public const BTCPAY_STORE_CANCREATEINVOICE = 'btcpay.store.cancreateinvoice';
    public const BTCPAY_STORE_CANMODIFYINVOICES = 'btcpay.store.canmodifyinvoices';
    public const BTCPAY_STORE_CANVIEWSTORESETTINGS = 'btcpay.store.canviewstoresettings';
    public const BTCPAY_STORE_WEBHOOKS_CANMODIFYWEBHOOKS = 'btcpay.store.webhooks.canmodifywebhooks';
    public const BTCPAY_STORE_CANCREATENONAPPROVEDPULLPAYMENTS = 'btcpay.store.cancreatenonapprovedpullpayments';
}
