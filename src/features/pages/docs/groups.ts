// The description of each group of operations in the API document.

/** By the group name that operations declare. A group that is missing here gets a generic description. */
export const groupDescriptions: Readonly<Record<string, string>> = {
  Invoices: [
    'An amount that a customer owes, in a fiat currency. One or more transactions pay it, in any coins that its app',
    'accepts.',
  ].join(' '),
  Transactions: 'One attempt to pay an invoice, with one coin on one network: amount, address, deadline and outcome.',
  Refunds: [
    'Money that goes back to a customer. A refund is prepared here, signed in the wallet of the merchant, and found on',
    'the chain.',
  ].join(' '),
  Currencies: 'The fiat currencies that invoices can have.',
  Cryptocurrencies: 'The coins and tokens that this instance knows, and the networks they are sent on.',
  Apps: "A merchant's shop or product: what customers see of it, its token, and how its payments are treated.",
  Team: [
    'The people of an app. The role of each also bounds their tokens. owner: all.',
    'accountant: read and export. support: read, settle, assign, cancel. developer: read, app tokens, webhooks, the',
    'sandbox.',
  ].join(' '),
  'App Cryptocurrencies': 'The coins that an app accepts, with their networks and required confirmations.',
  'App Addresses': [
    'Where an app is paid: addresses, or extended public keys from which every attempt gets an address of its own.',
    'Private keys never belong here.',
  ].join(' '),
  'Payment links': 'Pages on which anyone can pay an app, without code: each payer gets a separate invoice.',
  'App Tokens': [
    'Further tokens of an app, each with scopes and an end. A token may do no more than the present role of its maker,',
    'and ends when that member leaves. To settle, assign or refund, it also needs `app_token_may`.',
  ].join(' '),
  Doors: [
    'A door lets an existing shop system call in its own dialect, for one app. Its credential is a further app token',
    'with the scopes of that dialect.',
  ].join(' '),
  'Personal Access Tokens':
    'Tokens for programs that act for one person, within their scopes. Each is shown only once, when it is created.',
  Sessions: "The caller's signed-in browsers.",
  Passkeys: 'Credentials on a phone, a computer or a security key, for signing in without a password.',
  Notifications:
    'Channels of a user, such as Telegram, Slack or a webhook, and the kinds of notifications that go by each.',
  'OAuth2 Sessions': 'The programs that a person authorized to act for them, and the clients that ask for it.',
  'OAuth2 Clients': 'Programs that may ask people to sign in here and, if they agree, act for them.',
  Webhooks: [
    'Endpoints of the merchant that receive events, the deliveries to them, and the events themselves for',
    'catching up. Deliveries are signed after Standard Webhooks.',
  ].join(' '),
  'Upload target': 'Upload targets for images of apps and invoices.',
  Sandbox: 'Simulates payments without coins, for development apps.',
  Operator:
    'The state of the instance, only for its operator (404 for others): networks, rates, mail, backups, people.',
  'Request log': 'The API calls of the last seven days that concern an app, with their bodies.',
  'Audit log': 'A record of every change, with its author and time.',
};

export function describeGroup(name: string): string {
  return groupDescriptions[name] ?? `Operations on ${name.toLowerCase()}.`;
}
