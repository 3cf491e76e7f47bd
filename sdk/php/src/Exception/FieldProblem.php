<?php
declare(strict_types=1);

namespace Quittance\Exception;

/** One refused field. */
final class FieldProblem
{
    /** The path of the field, as in `order.items.0.price`. */
    public string $field;

    public string $code;

    public string $message;

    public function __construct(string $field, string $code, string $message)
    {
        $this->field = $field;
        $this->code = $code;
        $this->message = $message;
    }
}
