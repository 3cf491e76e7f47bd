// The form of EPay's requests and answers.
import { Problem } from '../../../core/problem.ts';
import { escapeHtml, htmlPage } from '../../../io/http/browser/html-page.ts';
import type { DialectAnswer, DialectRequest } from '../../../io/http/dialects/dialect.ts';
import type { Fields } from '../shop-orders/field-signature.ts';
import { problemSentence } from '../shop-orders/problem-sentence.ts';
import { readShopForm } from '../shop-orders/shop-form.ts';

/** Reads a body. Throws Problem unsupported_media_type for anything but a form, or malformed_request. */
export function formOf(mediaType: string, text: string): Fields {
  if (mediaType === 'application/x-www-form-urlencoded') return readShopForm(text);
  throw new Problem('unsupported_media_type', { detail: 'Send a form: application/x-www-form-urlencoded.' });
}

/** The fields of the query and of the body, which counts where both have one. Throws Problem malformed_request. */
export function fieldsOf({ queryText, body }: Pick<DialectRequest, 'queryText' | 'body'>): Fields {
  return { ...readShopForm(queryText), ...((body ?? {}) as Fields) };
}

export function answered(data: object): DialectAnswer {
  return { status: 200, body: { code: 1, msg: 'success', ...data } };
}

/** Failures are answers with `code: -1`. Only failures that a retry can mend keep their HTTP status. */
export function problemMessage(problem: Problem): DialectAnswer {
  return { status: statusOf(problem), body: { code: -1, msg: problemSentence(problem) } };
}

export function problemPage(problem: Problem): DialectAnswer {
  const { html, headers } = htmlPage(
    'This order cannot be paid',
    `<p role="alert">${escapeHtml(problemSentence(problem))}</p>`,
  );
  return { status: problem.status, body: html, headers };
}

function statusOf({ status }: Problem): number {
  return status === 429 || status >= 500 ? status : 200;
}
