<?php
declare(strict_types=1);

namespace Quittance\Tests;

use PHPUnit\Framework\TestCase;
use Quittance\Exception\WebhookRefused;
use Quittance\Model\InvoiceEventData;
use Quittance\UnknownData;
use Quittance\Webhook;

final class WebhookTest extends TestCase
{
    private const SECRET = '0123456789abcdef0123456789abcdef';
    private const OTHER = 'fedcba9876543210fedcba9876543210';
    private const NOW = 1768469400;
    private const BODY = '{"type":"invoice.paid","timestamp":"2026-01-15T09:29:59.000Z","sequence":3,'
        . '"data":{"id":"1","note":"ünïcode"}}';

    private static function whsec(string $text): string
    {
        return 'whsec_' . base64_encode($text);
    }

    /** @return array<string, string> the headers of a delivery with one signature for each secret */
    private static function signed(string $body = self::BODY, string ...$secrets): array
    {
        $secrets = $secrets === [] ? [self::SECRET] : $secrets;
        $text = 'event-1.' . self::NOW . ".$body";
        $signature = static fn (string $key): string => 'v1,' . base64_encode(hash_hmac('sha256', $text, $key, true));
        return [
            'Webhook-Id' => 'event-1',
            'Webhook-Timestamp' => (string) self::NOW,
            'Webhook-Signature' => implode(' ', array_map($signature, $secrets)),
        ];
    }

    /** @return array<string, array{array<string, mixed>}> */
    public function headerForms(): array
    {
        $headers = self::signed();
        $server = [
            'HTTP_WEBHOOK_ID' => $headers['Webhook-Id'],
            'HTTP_WEBHOOK_TIMESTAMP' => $headers['Webhook-Timestamp'],
            'HTTP_WEBHOOK_SIGNATURE' => $headers['Webhook-Signature'],
            'argc' => 0,
        ];
        return [
            'getallheaders()' => [$headers],
            'lower case' => [array_change_key_case($headers)],
            'PSR-7' => [array_map(static fn (string $value): array => [$value], $headers)],
            '$_SERVER' => [$server],
        ];
    }

    /**
     * @dataProvider headerForms
     * @param array<string, mixed> $headers
     */
    public function testGenuineDeliveriesAreAccepted(array $headers): void
    {
        $delivery = Webhook::verify(self::BODY, $headers, self::whsec(self::SECRET), now: self::NOW);
        self::assertSame(['event-1', 'invoice.paid', 3], [
            $delivery->id,
            $delivery->event->type,
            $delivery->event->sequence,
        ]);
        self::assertInstanceOf(InvoiceEventData::class, $delivery->event->data);
        self::assertSame('1', $delivery->event->data->id);
        self::assertSame(self::BODY, json_encode($delivery->event, JSON_UNESCAPED_UNICODE));
    }

    public function testAVectorOfStandardWebhooksIsAccepted(): void
    {
        $headers = [
            'webhook-id' => 'msg_p5jXN8AQM9LWM0D4loKWxJek',
            'webhook-timestamp' => '1614265330',
            'webhook-signature' => 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
        ];
        $secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
        $delivery = Webhook::verify('{"test": 2432232314}', $headers, $secret, now: 1614265330);
        self::assertInstanceOf(UnknownData::class, $delivery->event->data);
    }

    public function testDuringARotationEitherSecretIsEnough(): void
    {
        [$old, $new] = [self::whsec(self::SECRET), self::whsec(self::OTHER)];
        $both = self::signed(self::BODY, self::OTHER, self::SECRET);
        foreach ([[$both, $old], [$both, $new], [$both, [$new, $old]], [self::signed(), [$new, $old]]] as [$headers, $known]) {
            self::assertSame('event-1', Webhook::verify(self::BODY, $headers, $known, now: self::NOW)->id);
        }
    }

    public function testEd25519SignaturesAreVerifiedWithThePublicKey(): void
    {
        if (!function_exists('sodium_crypto_sign_keypair')) {
            self::fail('These tests need the extension sodium.');
        }
        $pair = sodium_crypto_sign_keypair();
        $key = 'whpk_' . base64_encode(sodium_crypto_sign_publickey($pair));
        $text = 'event-1.' . self::NOW . '.' . self::BODY;
        $signature = base64_encode(sodium_crypto_sign_detached($text, sodium_crypto_sign_secretkey($pair)));
        $headers = ['Webhook-Signature' => "v1a,$signature"] + self::signed();
        self::assertSame('event-1', Webhook::verify(self::BODY, $headers, $key, now: self::NOW)->id);
        $this->expectException(WebhookRefused::class);
        Webhook::verify(self::BODY, ['Webhook-Signature' => "v1,$signature"] + $headers, $key, now: self::NOW);
    }

    /** @return array<string, array{string, array<string, string>}> */
    public function forgeries(): array
    {
        $genuine = self::signed();
        $signature = $genuine['Webhook-Signature'];
        $with = static fn (string $name, string $value): array => [self::BODY, [$name => $value] + $genuine];
        return [
            'another secret signed it' => [self::BODY, self::signed(self::BODY, self::OTHER)],
            'the body was formatted' => [str_replace(':', ': ', self::BODY), $genuine],
            'one byte differs' => [str_replace('"1"', '"2"', self::BODY), $genuine],
            'another id' => $with('Webhook-Id', 'event-9'),
            'another time' => $with('Webhook-Timestamp', (string) (self::NOW + 1)),
            'no id' => $with('Webhook-Id', ''),
            'no time' => $with('Webhook-Timestamp', ''),
            'no signature' => $with('Webhook-Signature', ''),
            'another version' => $with('Webhook-Signature', str_replace('v1,', 'v2,', $signature)),
            'a cut signature' => $with('Webhook-Signature', substr($signature, 0, -8)),
            'no base64' => $with('Webhook-Signature', 'v1,*'),
            'an empty one' => $with('Webhook-Signature', 'v1,'),
            'fifty signatures' => $with('Webhook-Signature', implode(' ', array_fill(0, 50, $signature))),
            'a time that is none' => $with('Webhook-Timestamp', '1e9'),
            'a time with a line' => $with('Webhook-Timestamp', self::NOW . "\n"),
            'no event' => ['[]', self::signed('[]')],
        ];
    }

    /**
     * @dataProvider forgeries
     * @param array<string, string> $headers
     */
    public function testOtherSignaturesAreRefused(string $body, array $headers): void
    {
        $this->expectException(WebhookRefused::class);
        Webhook::verify($body, $headers, self::whsec(self::SECRET), now: self::NOW);
    }

    public function testADeliveryMayBeFiveMinutesOff(): void
    {
        foreach ([-300, 300] as $seconds) {
            Webhook::verify(self::BODY, self::signed(), self::whsec(self::SECRET), now: self::NOW + $seconds);
        }
        foreach ([-301, 301] as $seconds) {
            $now = self::NOW + $seconds;
            Webhook::verify(self::BODY, self::signed(), self::whsec(self::SECRET), tolerance: 301, now: $now);
            try {
                Webhook::verify(self::BODY, self::signed(), self::whsec(self::SECRET), now: $now);
                self::fail("$seconds seconds are too far.");
            } catch (WebhookRefused $refused) {
                self::assertStringContainsString('too old', $refused->getMessage());
            }
        }
    }

    /**
     * @dataProvider invalidSecrets
     * @param string|list<string> $secrets
     */
    public function testAnInvalidSecretIsTheCallersOwnError(string|array $secrets): void
    {
        $this->expectException(\InvalidArgumentException::class);
        Webhook::verify(self::BODY, self::signed(), $secrets, now: self::NOW);
    }

    /** @return list<array{string|list<string>}> */
    public function invalidSecrets(): array
    {
        return [[[]], [''], ['secret'], ['whsec_'], ['whsec_*'], ['whpk_AAAA'], [[self::whsec(self::SECRET), 'x']]];
    }
}
