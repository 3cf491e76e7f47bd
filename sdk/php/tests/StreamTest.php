<?php
declare(strict_types=1);

namespace Quittance\Tests;

use PHPUnit\Framework\TestCase;
use Quittance\Exception\Unreachable;
use Quittance\Http\HttpFailure;
use Quittance\Http\HttpResponse;
use Quittance\Quittance;

final class StreamTest extends TestCase
{
    /** @param iterable<string> $chunks */
    private static function client(iterable $chunks): Quittance
    {
        return new Quittance('https://pay.shop.example', http: new FakeClient([new HttpResponse(200, [], '', $chunks)]));
    }

    public function testAWatchYieldsEachState(): void
    {
        $chunks = [
            ": hello\n\nevent: inv",
            "oice\ndata: {\"invoice\":{\"id\":\"1\",\"status\":\"open\"},\"transactions\":[]}\n\nevent: heartbeat\ndata: {}\n",
            "\nevent: invoice\ndata: {\"invoice\":{\"status\":\"paid\"},\"transactions\":[{\"id\":\"2\"}]}\n\nevent: invo",
        ];
        $states = iterator_to_array(self::client($chunks)->watchInvoice('1'), false);
        self::assertSame(['open', 'paid'], array_map(static fn ($state) => $state->invoice->status, $states));
        self::assertSame('2', $states[1]->transactions[0]->id);
    }

    public function testAnExportThatEndsEarlyThrows(): void
    {
        $chunks = (static function () {
            yield "id,amount\n";
            throw new HttpFailure('cut');
        })();
        $read = '';
        try {
            foreach (self::client($chunks)->exportCredits() as $chunk) {
                $read .= $chunk;
            }
            self::fail('The export must throw.');
        } catch (Unreachable) {
            self::assertSame("id,amount\n", $read);
        }
    }
}
