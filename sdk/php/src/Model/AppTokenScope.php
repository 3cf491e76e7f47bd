<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

/** Known values. A later version of the service may send others. */
final class AppTokenScope
{
    public const INVOICES_READ = 'invoices:read';
    public const INVOICES_WRITE = 'invoices:write';
    public const INVOICES_SETTLE = 'invoices:settle';
    public const TRANSACTIONS_READ = 'transactions:read';
    public const TRANSACTIONS_WRITE = 'transactions:write';
    public const PAYMENTS_ASSIGN = 'payments:assign';
    public const REFUNDS_WRITE = 'refunds:write';
    public const APPS_READ = 'apps:read';
    public const APPS_WRITE = 'apps:write';
    public const ADDRESSES_READ = 'addresses:read';
    public const WEBHOOKS_READ = 'webhooks:read';
    public const WEBHOOKS_WRITE = 'webhooks:write';
}
