<?php
declare(strict_types=1);

namespace Quittance\Tests;

use PHPUnit\Framework\TestCase;
use Quittance\Http\HttpResponse;
use Quittance\Model\Invoice;
use Quittance\Quittance;

final class ModelTest extends TestCase
{
    private const ANSWER = '{"id":"1","status":"a_later_status","total":"25.00","success_url":null,"metadata":{},'
        . '"order":{"reference":"7","items":[{"name":"Beans","quantity":2,"price":"12.50"}],"gift_wrap":true},'
        . '"warnings":[],"later":{"a":[1,null]},"received":"x","1":2}';

    private function invoice(): Invoice
    {
        $http = new FakeClient([new HttpResponse(200, [], self::ANSWER)]);
        return (new Quittance('https://pay.shop.example', http: $http))->getInvoice('1');
    }

    public function testMembersOfALaterVersionBreakNothing(): void
    {
        $invoice = $this->invoice();
        self::assertSame(['1', 'a_later_status', '25.00'], [$invoice->id, $invoice->status, $invoice->total]);
        self::assertSame(['7', 2], [$invoice->order->reference, $invoice->order->items[0]->quantity ?? null]);
        self::assertSame([null, [], []], [$invoice->success_url, $invoice->metadata, $invoice->warnings]);
        self::assertSame(['a' => [1, null]], $invoice->toArray()['later']);
        self::assertSame(self::ANSWER, json_encode($invoice));
    }

    public function testAMissingMemberCannotBeRead(): void
    {
        $this->expectException(\Error::class);
        $this->expectExceptionMessage('must not be accessed before initialization');
        echo $this->invoice()->checkout_url;
    }

    public function testAMemberOfAnotherTypeHasNoValue(): void
    {
        $invoice = Invoice::fromArray(['id' => ['1'], 'order' => 'none', 'warnings' => 'none', 'total' => '1.00']);
        self::assertSame('1.00', $invoice->total);
        self::assertNull($invoice->warnings);
        self::assertFalse(isset($invoice->id) || isset($invoice->order));
    }
}
