<?php
// Written by tools/sdk/generate.ts from the API document: change the declarations, and generate it again.
declare(strict_types=1);

namespace Quittance\Model;

use Quittance\Model;

class Transaction extends Model
{
    protected const OBJECTS = [
        'cryptocurrency' => Cryptocurrency::class,
        'network' => Network::class,
        'claim_notice' => TransactionClaimNotice::class,
    ];

    public string $id;

    public string $invoice_id;

    /** The sender's address; absent until a payment shows it or a client declares it. */
    public ?string $from = null;

    /** The merchant's address. */
    public string $to;

    /** The fiat price of one whole coin. */
    public string $rate;

    /** The amount to send. Null for a payment without a quote. */
    public ?string $amount = null;

    public ?string $hash = null;

    /** Null before it is mined, and on a network without blocks. */
    public ?int $block = null;

    /**
     * On pages: `processing` is Awaiting payment, or Confirming once `hash` is set; `success` is Confirmed; `rejected`
     * is Failed, or Reversed with the reason `reorged`. One of PaymentStatus, or a later value.
     */
    public string $status;

    /** One of PaymentReason, or a later value. */
    public ?string $reason = null;

    /** RFC 3339, UTC, milliseconds. */
    public string $created_at;

    /** RFC 3339, UTC, milliseconds. */
    public string $updated_at;

    /** RFC 3339, UTC, milliseconds. */
    public ?string $expire_at = null;

    public Cryptocurrency $cryptocurrency;

    public Network $network;

    public ?string $received_amount = null;

    public int $confirmations;

    public int $required_confirmations;

    /** Whether its block must also be final on the network. */
    public bool $requires_finality;

    /** The rule that matched the payment with this transaction. */
    public ?string $matched_by = null;

    /**
     * How the payment is recognized: by its own address, by its own amount, or by the hash of the chain transaction if
     * no own amount was left: claim it after paying. Null without a quote. One of PaymentIdentifiedBy, or a later
     * value.
     */
    public ?string $identified_by = null;

    /**
     * Opens a wallet to pay: EIP-681 on EVM networks, BIP-321 (BIP-21) on UTXO networks. TRON has no standard: for a
     * token it contains the address only.
     */
    public ?string $payment_uri = null;

    public ?string $explorer_url = null;

    /** The token's contract; null for the native coin. */
    public ?string $contract = null;

    /**
     * With `signed`: `{invoice_id, transaction_id, status, hash, awaited, to, amount, payment_uri, cryptocurrency,
     * contract, network, network_name, chain_id, expire_at, signed_at, nonce}` as a JWS (RFC 7515, ES256), verified
     * with GET /address-key. Unless it is `awaited`, `to` is empty.
     */
    public ?string $address_signature = null;

    /** The sender signs it, with the chain transaction's hash for `{hash}`, to prove that a payment is theirs. */
    public string $claim_text;

    /** In the response to a claim for a token that is not accepted here. */
    public ?TransactionClaimNotice $claim_notice = null;
}
