<?php
declare(strict_types=1);

namespace Quittance\Exception;

/** The delivery is not authentic. Respond with 400 and ignore it. */
final class WebhookRefused extends QuittanceException
{
}
