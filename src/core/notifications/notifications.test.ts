// Formats, addresses and results of channels, each with a table of cases after the published API of its service.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type ChannelAddress,
  type ChannelKind,
  readChannelAddress,
  secretsIn,
  shownAddress,
} from './channel-address.ts';
import { channelRequest, telegramApiUrl } from './channel-request.ts';
import { judgeAnswer } from './judge-answer.ts';
import { goesByMail, type Notification, notificationFor, notificationKinds } from './notification.ts';

const at = new Date('2027-03-01T12:00:00.000Z');
const paid: Notification = {
  kind: 'payments',
  appId: '0190a000-0000-7000-8000-000000000001',
  title: 'Invoice paid',
  lines: ['25.00 USD for order 1042 in Tea & Cake.'],
  link: 'https://pay.example/console/invoices/1?app=2',
  at: at.toISOString(),
};
const botToken = '123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
const telegram: ChannelAddress = { kind: 'telegram', botToken, chatId: '-100123' };
const slack: ChannelAddress = { kind: 'slack', url: 'https://hooks.slack.com/services/T000/B000/XXXXXXXXXXXXabcd' };
const discord: ChannelAddress = {
  kind: 'discord',
  url: 'https://discord.com/api/webhooks/123456789012/tokentokentoken',
};
const ntfy: ChannelAddress = { kind: 'ntfy', url: 'https://ntfy.sh/shop-4kq81m', accessToken: null };
const webhook: ChannelAddress = { kind: 'webhook', url: 'https://me.example/in?key=secretsecret', secret: 'whsec_abc' };
const all = [telegram, slack, discord, ntfy, webhook];

const send = (address: ChannelAddress, notification: Notification = paid) => {
  const { url, headers, body } = channelRequest(address, notification, { telegramUrl: telegramApiUrl });
  assert.equal(headers['content-type'], 'application/json');
  return { url, headers, body: JSON.parse(body) };
};

test('each service gets its own format', () => {
  const text = 'Invoice paid\n25.00 USD for order 1042 in Tea & Cake.\nhttps://pay.example/console/invoices/1?app=2';
  const sent = [telegram, slack, discord, ntfy, webhook].map((address) => send(address));
  assert.deepEqual(
    sent.map(({ url }) => url),
    [
      `https://api.telegram.org/bot${botToken}/sendMessage`,
      slack.url,
      discord.url,
      'https://ntfy.sh/',
      'https://me.example/in?key=secretsecret',
    ],
  );
  assert.deepEqual(
    sent.map(({ body }) => body),
    [
      { chat_id: '-100123', text, link_preview_options: { is_disabled: true } },
      { text: text.replace('&', '&amp;'), unfurl_links: false, unfurl_media: false },
      { content: text, allowed_mentions: { parse: [] }, flags: 4 },
      {
        topic: 'shop-4kq81m',
        title: 'Invoice paid',
        message: '25.00 USD for order 1042 in Tea & Cake.',
        priority: 3,
        tags: ['moneybag'],
        click: 'https://pay.example/console/invoices/1?app=2',
      },
      {
        type: 'notification',
        timestamp: '2027-03-01T12:00:00.000Z',
        data: {
          kind: 'payments',
          app_id: '0190a000-0000-7000-8000-000000000001',
          title: 'Invoice paid',
          text: '25.00 USD for order 1042 in Tea & Cake.',
          link: 'https://pay.example/console/invoices/1?app=2',
        },
      },
    ],
  );
});

test('an ntfy server below a path, with an access token', () => {
  const sent = send({ kind: 'ntfy', url: 'https://me.example/push/alerts', accessToken: 'tk_abc' });
  assert.deepEqual(
    [sent.url, sent.headers.authorization, sent.body.topic],
    ['https://me.example/push/', 'Bearer tk_abc', 'alerts'],
  );
  assert.equal(send(ntfy, { ...paid, kind: 'security' }).body.priority, 4);
});

test('text of a customer mentions no one, and makes no link', () => {
  const lines = ['@everyone <!channel> <https://evil.example|pay here> [pay](https://evil.example) **x** <@1>'];
  const hostile = { ...paid, title: 'Paid', lines, link: null };
  assert.equal(
    send(slack, hostile).body.text,
    'Paid\n@everyone &lt;!channel&gt; &lt;https://evil.example|pay here&gt; ' +
      '[pay](https://evil.example) **x** &lt;@1&gt;',
  );
  assert.equal(
    send(discord, hostile).body.content,
    'Paid\n\\@everyone \\<!channel\\> \\<https\\://evil.example\\|pay here\\> ' +
      '\\[pay\\]\\(https\\://evil.example\\) \\*\\*x\\*\\* \\<\\@1\\>',
  );
  const { text, parse_mode } = send(telegram, hostile).body;
  assert.deepEqual([text.includes('@everyone'), parse_mode], [false, undefined]);
});

test('a message is cut to the limit of its service, never within an escape or a character, and keeps its link', () => {
  const limits = [
    [telegram, 'text', 4096],
    [slack, 'text', 4000],
    [discord, 'content', 2000],
  ] as const;
  for (const [address, field, most] of limits)
    for (const filling of ['*', '&', '😀', 'ab']) {
      const text: string = send(address, { ...paid, lines: [filling.repeat(5000)] }).body[field];
      assert.ok(text.length <= most && text.length > most - 12, `${address.kind} ${text.length}`);
      assert.ok(text.endsWith(`…\n${paid.link}`) && text.isWellFormed());
      assert.ok(!/\\…/.test(text) && (address !== slack || !/&[a-z]*…/.test(text)));
    }
  const { message } = send(ntfy, { ...paid, lines: ['漢'.repeat(5000)] }).body;
  assert.ok(Buffer.byteLength(message) <= 4096);
});

test('the fields of each kind of channel are checked', () => {
  const read = (kind: ChannelKind, fields: object) => {
    const found = readChannelAddress(kind, fields, 'whsec_abc');
    return 'fault' in found ? `${found.fault.field} ${found.fault.code}` : found.address;
  };
  const url = 'https://a.example/hook';
  const rows: [ChannelKind, object, unknown][] = [
    ['telegram', { bot_token: botToken, chat: '-100123' }, telegram],
    ['telegram', { bot_token: botToken, chat: '@my_channel' }, { ...telegram, chatId: '@my_channel' }],
    ['telegram', { bot_token: botToken }, 'chat required'],
    ['telegram', { bot_token: `${botToken}/../x`, chat: '1' }, 'bot_token invalid'],
    ['telegram', { bot_token: botToken, chat: 'me' }, 'chat invalid'],
    ['telegram', { bot_token: botToken, chat: '1', url }, 'url not_of_kind'],
    ['slack', { url }, { kind: 'slack', url }],
    ['slack', {}, 'url required'],
    ['discord', { url }, { kind: 'discord', url }],
    ['discord', { url, access_token: 'x' }, 'access_token not_of_kind'],
    ['ntfy', { url: 'https://ntfy.sh/a-topic' }, { kind: 'ntfy', url: 'https://ntfy.sh/a-topic', accessToken: null }],
    ['ntfy', { url: 'https://ntfy.sh/' }, 'url invalid'],
    ['ntfy', { url: 'https://ntfy.sh/a?b=c' }, 'url invalid'],
    ['ntfy', { url: 'not a url' }, 'url invalid'],
    ['ntfy', { url: 'https://ntfy.sh/a', access_token: 'a\nb' }, 'access_token invalid'],
    ['webhook', { url }, { kind: 'webhook', url, secret: 'whsec_abc' }],
  ];
  for (const [kind, fields, expected] of rows) assert.deepEqual(read(kind, fields), expected, JSON.stringify(fields));
});

test('the shown address identifies a channel, and has none of its secrets', () => {
  const shown = all.map(shownAddress);
  assert.deepEqual(shown, ['-100123', 'hooks.slack.com/…abcd', 'discord.com/…oken', 'ntfy.sh/…', 'me.example/…cret']);
  for (const address of all)
    for (const secret of secretsIn(address)) assert.ok(!shownAddress(address).includes(secret), secret);
});

test('an answer decides whether a message is sent again, and whether its channel stays in use', () => {
  const rows = [
    [200, null, '{"ok":true}', { kind: 'sent' }],
    [204, null, '', { kind: 'sent' }],
    [429, '7', '', { kind: 'again', afterSeconds: 7, why: 'It answered 429.' }],
    [
      ...[429, null, '{"ok":false,"error_code":429,"description":"Too Many","parameters":{"retry_after":5}}'],
      { kind: 'again', afterSeconds: 5, why: 'It answered 429: Too Many' },
    ],
    [
      ...[429, null, '{"message":"You are being rate limited.","retry_after":64.57,"global":false}'],
      { kind: 'again', afterSeconds: 65, why: 'It answered 429: You are being rate limited.' },
    ],
    [429, '999999', '', { kind: 'again', afterSeconds: 21_600, why: 'It answered 429.' }],
    [503, null, '<html>busy</html>', { kind: 'again', afterSeconds: 0, why: 'It answered 503.' }],
    [302, null, '', { kind: 'refused', why: 'It answered 302.' }],
    [400, null, 'invalid_payload', { kind: 'refused', why: 'It answered 400: invalid_payload' }],
    [
      ...[401, null, '{"ok":false,"error_code":401,"description":"Unauthorized"}'],
      { kind: 'closed', why: 'It answered 401: Unauthorized' },
    ],
    [
      ...[403, null, '{"description":"Forbidden: bot was blocked by the user"}'],
      { kind: 'closed', why: 'It answered 403: Forbidden: bot was blocked by the user' },
    ],
    [404, null, 'no_service', { kind: 'closed', why: 'It answered 404: no_service' }],
    [410, null, 'channel_is_archived', { kind: 'closed', why: 'It answered 410: channel_is_archived' }],
    [400, null, `no bot${botToken}`, { kind: 'refused', why: 'It answered 400: no bot…' }],
  ] as [number, string | null, string, object][];
  for (const [status, retryAfter, bodyExcerpt, expected] of rows)
    assert.deepEqual(judgeAnswer({ status, retryAfter, bodyExcerpt }, secretsIn(telegram), at), expected);
});

test('security notices always go by mail, other kinds as chosen', () => {
  const mails = (chosen: boolean | null) => notificationKinds.filter((kind) => goesByMail(kind, chosen));
  assert.deepEqual(mails(null), ['decisions', 'webhooks', 'coins', 'security']);
  assert.deepEqual([mails(false), mails(true)], [['security'], [...notificationKinds]]);
});

test('the events that notify a merchant', () => {
  const rows = [
    ['invoice.paid', {}, 'payments'],
    ['invoice.paid', { simulated: true }, null],
    ['invoice.reversed', {}, 'decisions'],
    ['invoice.expired', { paid: '0.00' }, null],
    ['invoice.expired', { paid: '0.10' }, 'decisions'],
    ['payment.unmatched', { status: 'waiting', dust: false }, 'decisions'],
    ['payment.unmatched', { status: 'waiting', dust: true }, null],
    ['payment.unmatched', { status: 'assigned' }, null],
    ['invoice.created', {}, null],
  ] as const;
  for (const [type, data, kind] of rows) assert.equal(notificationFor(type, data), kind, type);
});
