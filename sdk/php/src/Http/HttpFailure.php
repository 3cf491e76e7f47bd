<?php
declare(strict_types=1);

namespace Quittance\Http;

/** The network failed. Calls throw it as Quittance\Exception\Unreachable. */
final class HttpFailure extends \RuntimeException
{
}
