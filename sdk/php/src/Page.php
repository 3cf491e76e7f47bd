<?php
declare(strict_types=1);

namespace Quittance;

/**
 * One page of a list.
 *
 * @template T of Model
 */
final class Page
{
    /**
     * @param list<T> $items
     * @param string|null $next the cursor of the next page; null on the last one
     */
    public function __construct(public array $items, public ?string $next)
    {
    }
}
