// Sample code that creates an invoice and redirects the customer, in several languages.

export interface Sample {
  readonly language: string;
  readonly code: string;
  /** Whether our tests run it against a service; the others were only reviewed. */
  readonly isRun: boolean;
}

/** `address` of the service such as 'https://pay.example'; `token` is the app's own, or a placeholder. */
export function samples(address: string, token: string): readonly Sample[] {
  const url = `${address}/api/invoice?v=1`;
  return [curl, typescript, php, python, go].map((sample) => sample(url, token));
}

function curl(url: string, token: string): Sample {
  return {
    language: 'curl',
    isRun: true,
    code: `curl -s '${url}' \\
  -H 'Authorization: Bearer ${token}' \\
  -H 'Content-Type: application/json' \\
  -d '{"total": "49.90", "currency": "USD", "order": {"reference": "order-1"}}'`,
  };
}

function typescript(url: string, token: string): Sample {
  return {
    language: 'TypeScript',
    isRun: true,
    code: `const answer = await fetch('${url}', {
  method: 'POST',
  headers: { Authorization: 'Bearer ${token}', 'Content-Type': 'application/json' },
  body: JSON.stringify({ total: '49.90', currency: 'USD', order: { reference: 'order-1' } }),
});
const invoice = await answer.json();
// Send the customer there:
console.log(invoice.checkout_url);`,
  };
}

function php(url: string, token: string): Sample {
  return {
    language: 'PHP',
    isRun: false,
    code: `$request = curl_init('${url}');
curl_setopt_array($request, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_HTTPHEADER => ['Authorization: Bearer ${token}', 'Content-Type: application/json'],
    CURLOPT_POSTFIELDS => json_encode([
        'total' => '49.90', 'currency' => 'USD', 'order' => ['reference' => 'order-1'],
    ]),
]);
$invoice = json_decode(curl_exec($request), true);
// Send the customer there:
header('Location: ' . $invoice['checkout_url']);`,
  };
}

function python(url: string, token: string): Sample {
  return {
    language: 'Python',
    isRun: false,
    code: `import json
import urllib.request

request = urllib.request.Request(
    '${url}',
    headers={'Authorization': 'Bearer ${token}', 'Content-Type': 'application/json'},
    data=json.dumps({'total': '49.90', 'currency': 'USD', 'order': {'reference': 'order-1'}}).encode(),
)
invoice = json.load(urllib.request.urlopen(request))
# Send the customer there:
print(invoice['checkout_url'])`,
  };
}

function go(url: string, token: string): Sample {
  return {
    language: 'Go',
    isRun: false,
    code: `body := strings.NewReader(\`{"total": "49.90", "currency": "USD", "order": {"reference": "order-1"}}\`)
request, _ := http.NewRequest("POST", "${url}", body)
request.Header.Set("Authorization", "Bearer ${token}")
request.Header.Set("Content-Type", "application/json")
answer, err := http.DefaultClient.Do(request)
if err != nil {
	log.Fatal(err)
}
defer answer.Body.Close()
var invoice struct {
	CheckoutURL string \`json:"checkout_url"\`
}
if err := json.NewDecoder(answer.Body).Decode(&invoice); err != nil {
	log.Fatal(err)
}
// Send the customer there:
fmt.Println(invoice.CheckoutURL)`,
  };
}
