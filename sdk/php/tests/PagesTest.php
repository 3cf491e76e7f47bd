<?php
declare(strict_types=1);

namespace Quittance\Tests;

use PHPUnit\Framework\TestCase;
use Quittance\Exception\Problem;
use Quittance\Http\HttpResponse;
use Quittance\Quittance;

final class PagesTest extends TestCase
{
    private FakeClient $http;

    /** @param list<HttpResponse> $answers */
    private function client(array $answers): Quittance
    {
        $this->http = new FakeClient($answers);
        return new Quittance('https://pay.shop.example', http: $this->http, retries: 0);
    }

    private static function linked(string $body, string $cursor): HttpResponse
    {
        $link = "<https://thief.example/api/invoices?v=1&cursor=$cursor>; rel=\"next\"";
        return new HttpResponse(200, ['link' => $link], $body);
    }

    private static function last(string $body): HttpResponse
    {
        return new HttpResponse(200, [], $body);
    }

    public function testPagesAreRequestedWhenTheyAreNeeded(): void
    {
        $list = $this->client([self::linked('[{"id":"1"},{"id":"2"}]', 'c%2B2'), self::last('[{"id":"3"}]')])
            ->listInvoices(['limit' => 2]);
        self::assertCount(0, $this->http->requests);
        $ids = [];
        foreach ($list as $number => $invoice) {
            $ids[$number] = $invoice->id;
            self::assertCount($number < 2 ? 1 : 2, $this->http->requests);
        }
        self::assertSame(['1', '2', '3'], $ids);
        self::assertSame(['v' => '1', 'limit' => '2', 'cursor' => 'c+2'], $this->http->query(1));
        self::assertStringStartsWith('https://pay.shop.example/api/', $this->http->requests[1]->url);
    }

    public function testAnErrorEndsAList(): void
    {
        $client = $this->client([self::linked('[{"id":"1"}]', '2'), new HttpResponse(403, [], '{"code":"forbidden"}')]);
        $ids = [];
        try {
            foreach ($client->listInvoices() as $invoice) {
                $ids[] = $invoice->id;
            }
            self::fail('The list must end with the error.');
        } catch (Problem $problem) {
            self::assertSame([['1'], 'forbidden'], [$ids, $problem->problemCode]);
        }
    }

    public function testAnEmptyPageIsNotTheEnd(): void
    {
        $list = $this->client([self::linked('[]', '2'), self::last('[{"id":"1"}]')])->listInvoices();
        self::assertCount(1, iterator_to_array($list));
    }

    public function testAnEmptyPageThatLinksToItselfEndsAList(): void
    {
        $list = $this->client([self::linked('[{"id":"1"}]', '2'), self::linked('[]', '2')])->listEvents();
        self::assertCount(1, iterator_to_array($list));
    }

    public function testOnePageHasTheCursorOfTheNext(): void
    {
        $page = $this->client([self::linked('[{"id":"1"}]', 'c3')])->listInvoices()->page('c2');
        self::assertSame(['1', 'c3'], [$page->items[0]->id, $page->next]);
        self::assertSame('c2', $this->http->query(0)['cursor']);
    }
}
