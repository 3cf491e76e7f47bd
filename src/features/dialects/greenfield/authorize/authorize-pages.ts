// The pages on which the owner of a shop gives a plugin its key: the question, the refusals, and the key itself.
import type { StorePermission } from '../../../../core/access/store-permissions.ts';
import type { Language } from '../../../../core/words/language.ts';
import { escapeHtml, type HtmlPage, htmlPage } from '../../../../io/http/browser/html-page.ts';
import type { AuthorizeWords } from './authorize-words.ts';
import type { Authorization, AuthorizationFault } from './read-authorization.ts';

export interface PageReader {
  readonly language: Language;
  readonly words: AuthorizeWords;
  readonly publicUrl: string;
}

/** An app that the reader owns. */
export interface OwnShop {
  readonly id: string;
  readonly name: string;
}

export interface Question {
  readonly asked: Authorization;
  /** At least one. */
  readonly shops: readonly OwnShop[];
  readonly csrf: string;
  /** The idempotency key of the page. */
  readonly once: string;
}

/** The form is sent to the URL of the page, with its query. */
export function questionPage(reader: PageReader, { asked, shops, csrf, once }: Question): HtmlPage {
  const { page } = reader.words;
  const rights = asked.permissions.map((one) => `<li>${escapeHtml(rightIn(reader, one))}</li>`).join('');
  const options = shops.map(({ id, name }) => `<option value="${escapeHtml(id)}">${escapeHtml(name)}</option>`);
  const { target, leftOut } = asked;
  const body = `${introduction(reader, asked)}<p>${escapeHtml(page.allows)}</p><ul>${rights}</ul>
${leftOut.length === 0 ? '' : paragraph(page.leftOut({ permissions: leftOut.join(', ') }))}
<form method="post">${hidden({ csrf, once })}
<label for="store">${escapeHtml(page.shop)}</label><select id="store" name="store">${options.join('')}</select>
${paragraph(target === null ? page.shownNext : page.destination({ host: target.host }))}
${paragraph(page.revoke)}
<button name="decision" value="allow">${escapeHtml(page.allow)}</button>
<button class="quiet" name="decision" value="deny">${escapeHtml(page.cancel)}</button></form>`;
  return drawn(reader, page.title, body);
}

export function noShopPage(reader: PageReader, asked: Authorization): HtmlPage {
  const { page } = reader.words;
  const console = escapeHtml(`${reader.publicUrl}/console`);
  const link = `<p><a class="button" href="${console}">${escapeHtml(page.openConsole)}</a></p>`;
  return drawn(reader, page.title, `${introduction(reader, asked)}${paragraph(page.noShop)}${link}`);
}

export function refusedPage(reader: PageReader, refused: AuthorizationFault): HtmlPage {
  const { page } = reader.words;
  return drawn(reader, page.refusedTitle, alert(sentenceOf(reader, refused)));
}

export function canceledPage(reader: PageReader): HtmlPage {
  const { page } = reader.words;
  return drawn(reader, page.canceledTitle, paragraph(page.canceled));
}

/** `again`: the path and query of the question. */
export function failedPage(reader: PageReader, sentence: string, again: string): HtmlPage {
  const { page } = reader.words;
  const link = `<p><a class="button" href="${escapeHtml(reader.publicUrl + again)}">${escapeHtml(page.again)}</a></p>`;
  return drawn(reader, page.failedTitle, `${alert(sentence)}${link}`);
}

export interface MadeKey {
  readonly apiKey: string;
  readonly storeId: string;
  readonly permissions: readonly StorePermission[];
}

/** Sends the key in the body of a POST request, so that it is in no URL. */
export function sendingPage(reader: PageReader, made: MadeKey, target: URL): HtmlPage {
  const { page } = reader.words;
  const { host, origin, href } = target;
  const granted = made.permissions.map((one) => field('permissions[]', `${one}:${made.storeId}`)).join('');
  const body = `${paragraph(page.sending({ host }))}
<form method="post" action="${escapeHtml(href)}">${field('apiKey', made.apiKey)}${granted}
<button>${escapeHtml(page.continue({ host }))}</button></form>
<script src="${escapeHtml(reader.publicUrl)}/api-keys/authorize/continue.js" defer></script>`;
  return drawn(reader, page.doneTitle, body, { formTargets: [origin], hasScript: true });
}

export function keyPage(reader: PageReader, { apiKey, storeId }: MadeKey): HtmlPage {
  const { page } = reader.words;
  const rows = [
    [page.address, reader.publicUrl],
    [page.key, apiKey],
    [page.store, storeId],
  ] as const;
  const values = rows.map(
    ([name, value]) => `<p><strong>${escapeHtml(name)}</strong><br><code dir="ltr">${escapeHtml(value)}</code></p>`,
  );
  return drawn(reader, page.doneTitle, `${paragraph(page.copy)}${values.join('')}`);
}

function introduction({ words: { page } }: PageReader, { name }: Authorization): string {
  return paragraph(name === '' ? page.nameless : page.asks({ name }));
}

function sentenceOf({ words: { page } }: PageReader, refused: AuthorizationFault): string {
  switch (refused.fault) {
    case 'unknown':
      return page.unknown({ permissions: refused.unknown.join(', ') });
    case 'target':
      return page.badTarget;
    case 'too_long':
      return page.tooLong;
    case 'none':
      return page.none;
  }
}

function rightIn({ words: { permissions } }: PageReader, permission: StorePermission): string {
  switch (permission) {
    case 'btcpay.store.canviewinvoices':
      return permissions.viewInvoices;
    case 'btcpay.store.cancreateinvoice':
      return permissions.createInvoice;
    case 'btcpay.store.canmodifyinvoices':
      return permissions.modifyInvoices;
    case 'btcpay.store.canviewstoresettings':
      return permissions.viewStore;
    case 'btcpay.store.webhooks.canmodifywebhooks':
      return permissions.webhooks;
    case 'btcpay.store.cancreatenonapprovedpullpayments':
      return permissions.refunds;
  }
}

type Policy = Pick<NonNullable<Parameters<typeof htmlPage>[2]>, 'formTargets' | 'hasScript'>;

function drawn({ language }: PageReader, title: string, body: string, policy: Policy = {}): HtmlPage {
  return htmlPage(title, body, { ...policy, language: language.code, direction: language.direction });
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}

function alert(text: string): string {
  return `<p role="alert">${escapeHtml(text)}</p>`;
}

function hidden(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([name, value]) => field(name, value))
    .join('');
}

function field(name: string, value: string): string {
  return `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`;
}
