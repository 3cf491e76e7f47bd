<?php
declare(strict_types=1);

namespace Quittance\Exception;

/** Every failure of a call or of a verification. Invalid arguments throw an InvalidArgumentException instead. */
abstract class QuittanceException extends \RuntimeException
{
}
