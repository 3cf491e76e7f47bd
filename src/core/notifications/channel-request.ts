// Writes a notification in the format of each service. Text of users is escaped for the syntax of that service.
import type { ChannelAddress } from './channel-address.ts';
import type { Notification, NotificationKind } from './notification.ts';

export interface ChannelRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The public server of Telegram's Bot API. */
export const telegramApiUrl = 'https://api.telegram.org';

/** `telegramUrl`: the server of the Bot API, without a trailing slash. A webhook's request has no signature yet. */
export function channelRequest(
  address: ChannelAddress,
  notification: Notification,
  { telegramUrl }: { readonly telegramUrl: string },
): ChannelRequest {
  switch (address.kind) {
    case 'telegram':
      return json(`${telegramUrl}/bot${address.botToken}/sendMessage`, telegramMessage(address.chatId, notification));
    case 'slack':
      return json(address.url, slackMessage(notification));
    case 'discord':
      return json(address.url, discordMessage(notification));
    case 'ntfy':
      return ntfyRequest(address, notification);
    case 'webhook':
      return json(address.url, webhookMessage(notification));
  }
}

function json(url: string, body: object, headers: Readonly<Record<string, string>> = {}): ChannelRequest {
  return { url, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) };
}

/** Bot API, sendMessage: at most 4,096 characters. Without parse_mode the text has no syntax but mentions. */
function telegramMessage(chatId: string, notification: Notification) {
  const text = textOf(notification, { most: 4096, encode: (point) => (point === '@' ? '@\u200b' : point) });
  return { chat_id: chatId, text, link_preview_options: { is_disabled: true } };
}

const slackEscapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Slack, formatting text: & < > are escaped, which leaves no mentions and no links with another text. */
function slackMessage(notification: Notification) {
  const text = textOf(notification, { most: 4000, encode: (point) => slackEscapes[point] ?? point });
  return { text, unfurl_links: false, unfurl_media: false };
}

/** Characters with a meaning in Discord's Markdown. The colon also ends links, the @ mentions. */
const discordSyntax = /[\\`*_~|<>[\]()#:@-]/;
/** SUPPRESS_EMBEDS: no preview of links. */
const suppressEmbeds = 4;

/** Discord, execute webhook: at most 2,000 characters; allowed_mentions without a type notifies no one. */
function discordMessage(notification: Notification) {
  const encode = (point: string) => (discordSyntax.test(point) ? `\\${point}` : point);
  const content = textOf(notification, { most: 2000, encode });
  return { content, allowed_mentions: { parse: [] }, flags: suppressEmbeds };
}

const ntfyTags: Readonly<Record<NotificationKind, string>> = {
  payments: 'moneybag',
  decisions: 'warning',
  webhooks: 'warning',
  coins: 'chart_with_downwards_trend',
  security: 'lock',
};
const urgent: readonly NotificationKind[] = ['decisions', 'security'];

/** ntfy, publish as JSON: the request goes to the server's root, and its body has the topic. At most 4,096 bytes. */
function ntfyRequest({ url, accessToken }: ChannelAddress & { kind: 'ntfy' }, notification: Notification) {
  const { kind, title, lines, link } = notification;
  const end = url.lastIndexOf('/');
  const body = {
    topic: url.slice(end + 1),
    title: fit(title, { most: 200, encode: (point) => point }),
    // A character has up to four bytes in UTF-8 for each two of its length.
    message: fit(lines.join('\n'), { most: 1300, encode: (point) => point }),
    priority: urgent.includes(kind) ? 4 : 3,
    tags: [ntfyTags[kind]],
    ...(link === null ? {} : { click: link }),
  };
  return json(url.slice(0, end + 1), body, accessToken === null ? {} : { authorization: `Bearer ${accessToken}` });
}

function webhookMessage({ kind, appId, title, lines, link, at }: Notification) {
  const data = { kind, app_id: appId, title, text: lines.join('\n'), link };
  return { type: 'notification', timestamp: at, data };
}

interface TextForm {
  /** The greatest length of the escaped text, in UTF-16 units. */
  readonly most: number;
  /** Escapes one code point. */
  encode(point: string): string;
}

/** The title, the lines and the link as text. The link is never escaped, because the service wrote it. */
function textOf({ title, lines, link }: Notification, { most, encode }: TextForm): string {
  const end = link === null ? '' : `\n${link}`;
  return `${fit([title, ...lines].join('\n'), { most: most - end.length, encode })}${end}`;
}

/** Escapes a text, and cuts it between two code points if it is longer. */
function fit(text: string, { most, encode }: TextForm): string {
  const all = Array.from(text, encode);
  if (all.join('').length <= most) return all.join('');
  let cut = '';
  for (const point of all) {
    if (cut.length + point.length > most - 1) break;
    cut += point;
  }
  return `${cut}…`;
}
