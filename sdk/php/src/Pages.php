<?php
declare(strict_types=1);

namespace Quittance;

/**
 * A list that is read while it is iterated: each page is requested only when it is needed.
 *
 * @template T of Model
 * @implements \IteratorAggregate<int, T>
 */
final class Pages implements \IteratorAggregate
{
    /** @var callable(?string): array{list<T>, ?string} */
    private $fetch;

    /**
     * @internal
     * @param callable(?string): array{list<T>, ?string} $fetch returns the items of a page and its Link header
     */
    public function __construct(callable $fetch)
    {
        $this->fetch = $fetch;
    }

    /**
     * All entries, numbered from 0.
     *
     * @return \Generator<int, T>
     */
    public function getIterator(): \Generator
    {
        $number = 0;
        foreach ($this->pages() as $page) {
            foreach ($page->items as $item) {
                yield $number++ => $item;
            }
        }
    }

    /**
     * All pages. The list of events links from its last page to later events: an empty page that links to itself ends a
     * list.
     *
     * @return \Generator<int, Page<T>>
     */
    public function pages(?string $cursor = null): \Generator
    {
        do {
            $page = $this->page($cursor);
            if ($page->items !== []) {
                yield $page;
            }
            $isEnd = $page->next === null || ($page->items === [] && $page->next === $cursor);
            $cursor = $page->next;
        } while (!$isEnd);
    }

    /**
     * One page: the first, or the one at a cursor.
     *
     * @return Page<T>
     */
    public function page(?string $cursor = null): Page
    {
        [$items, $link] = ($this->fetch)($cursor);
        return new Page($items, self::cursorOf($link ?? ''));
    }

    /**
     * Only the cursor of `Link: <…>; rel="next"` (RFC 8288) is used, never its URL, so that the token is sent to the
     * configured instance only.
     */
    private static function cursorOf(string $link): ?string
    {
        if (preg_match('/<([^>]*)>\s*;\s*rel="next"/', $link, $found) !== 1) {
            return null;
        }
        parse_str((string) parse_url($found[1], PHP_URL_QUERY), $query);
        $cursor = $query['cursor'] ?? null;
        return is_string($cursor) && $cursor !== '' ? $cursor : null;
    }
}
