// Code that makes an invoice and leads the customer to it, in the languages that shops are written in.

export interface Sample {
  readonly language: string;
  readonly code: string;
}

/** `origin` as in 'https://pay.example'; `token` is the shop's own, or a name that stands for it. */
export function samples(origin: string, token: string): readonly Sample[] {
  const url = `${origin}/api/invoice?v=1`;
  return [
    {
      language: 'curl',
      code: `curl -s '${url}' \\
  -H 'Authorization: Bearer ${token}' \\
  -H 'Content-Type: application/json' \\
  -d '{"total": "49.90", "currency": "EUR", "order": {"reference": "order-1"}}'`,
    },
    {
      language: 'TypeScript',
      code: `const answer = await fetch('${url}', {
  method: 'POST',
  headers: { Authorization: 'Bearer ${token}', 'Content-Type': 'application/json' },
  body: JSON.stringify({ total: '49.90', currency: 'EUR', order: { reference: 'order-1' } }),
});
const invoice = await answer.json();
// Send the customer there:
console.log(invoice.checkout_url);`,
    },
    {
      language: 'PHP',
      code: `$request = curl_init('${url}');
curl_setopt_array($request, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => ['Authorization: Bearer ${token}', 'Content-Type: application/json'],
    CURLOPT_POSTFIELDS => json_encode([
        'total' => '49.90', 'currency' => 'EUR', 'order' => ['reference' => 'order-1'],
    ]),
]);
$invoice = json_decode(curl_exec($request), true);
// Send the customer there:
header('Location: ' . $invoice['checkout_url']);`,
    },
    {
      language: 'Python',
      code: `import requests

invoice = requests.post(
    '${url}',
    headers={'Authorization': 'Bearer ${token}'},
    json={'total': '49.90', 'currency': 'EUR', 'order': {'reference': 'order-1'}},
).json()
# Send the customer there:
print(invoice['checkout_url'])`,
    },
  ];
}
