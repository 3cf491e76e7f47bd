// One operation in full: authentication, parameters, body, responses, errors, and an example.
import { escapeHtml } from '../../../../../io/http/browser/html-page.ts';
import type { Samples } from '../../sample.ts';
import type { ReadAnswer, ReadOperation, ReadParameter } from '../document-reader.ts';
import type { SiteMap } from '../site-map.ts';
import { errorsHtml, isSuccess, successesHtml } from './answers.ts';
import { callersHtml } from './callers.ts';
import { type FieldsPlace, fieldsHtml, fieldsOf, valuesHtml } from './fields.ts';
import { phrase, prose } from './prose.ts';
import { curlSample } from './request-sample.ts';
import { jsonHtml, sampleHtml } from './sample-figure.ts';

export interface DrawingParts {
  readonly site: SiteMap;
  readonly samples: Samples;
}

export function operationSection(operation: ReadOperation, parts: DrawingParts): string {
  const { site } = parts;
  const { id } = operation;
  const left = [
    `<h2 id="${id}"><a href="#${id}">${escapeHtml(operation.summary)}</a></h2>`,
    routeHtml(operation),
    prose(operation.description, site),
    olderVersions(operation, site),
    `<h3>Authentication</h3>${callersHtml(operation)}`,
    parametersHtml(operation, site),
    bodyHtml(operation, site),
    `<h3>Response</h3>${successesHtml(operation, site)}`,
    `<h3>Errors</h3>${errorsHtml(operation, site)}`,
  ];
  return section(left.join(''), samplesHtml(operation, parts), id);
}

/** Text on the left, and examples on the right if there is room. `id` belongs to the heading. */
export function section(words: string, samples: string, id: string): string {
  const columns = `<div>${words}</div><div class="samples">${samples}</div>`;
  return `<section class="entry" aria-labelledby="${id}">${columns}</section>`;
}

/** The method and the path. */
export function routeHtml({ method, path }: ReadOperation): string {
  const breakable = escapeHtml(path).replaceAll('/', '<wbr>/');
  return `<p class="route"><b class="${method.toLowerCase()}">${method}</b> <code>${breakable}</code></p>`;
}

function parametersHtml({ id, parameters }: ReadOperation, site: SiteMap): string {
  const own = parameters.filter(({ common }) => common === null);
  const lists = (['path', 'query', 'header'] as const).map((place) => {
    const those = own.filter((one) => one.in === place);
    const where: FieldsPlace = { site, anchor: `${id}.${place}`, in: 'request' };
    const title = `${place.charAt(0).toUpperCase()}${place.slice(1)} parameters`;
    return those.length === 0 ? '' : `<h3>${title}</h3>${fieldsHtml(those.map(asField), where)}`;
  });
  const links = parameters.filter(({ common }) => common !== null).map(commonLink);
  const also = links.length === 0 ? '' : `<p class="also">Also takes ${links.join(', ')}.</p>`;
  return lists.join('') + also;
}

export function asField({ name, required, description, schema }: ReadParameter) {
  return { name, required: required === true, description, schema };
}

function commonLink({ name, common, required }: ReadParameter): string {
  return `<a href="/docs#${common}"><code>${name}</code></a>${required === true ? ' (required)' : ''}`;
}

function bodyHtml({ id, body }: ReadOperation, site: SiteMap): string {
  if (body === null) return '';
  const { schema, name } = body;
  const fields = fieldsOf(schema);
  const place: FieldsPlace = { site, anchor: `${id}.body`, in: 'request' };
  const heading = name === null || !site.isBodyOfOne(name) ? '<h3>Body</h3>' : `<h3 id="${name}">Body</h3>`;
  const description = typeof schema.description === 'string' ? prose(schema.description, site) : '';
  const own = fields.length > 0 ? fieldsHtml(fields, place) : valuesHtml(schema, place);
  return heading + description + own;
}

function olderVersions({ olderVersions }: ReadOperation, site: SiteMap): string {
  return olderVersions
    .map(({ version, deprecated_on: since, sunset_on: end, changes }) => {
      const ends = end === null ? '' : `, may end ${end}`;
      return `<p>Version ${version} is deprecated since ${since}${ends}. ${phrase(changes, site)}</p>`;
    })
    .join('');
}

function samplesHtml(operation: ReadOperation, parts: DrawingParts): string {
  const { site, samples } = parts;
  const request = curlSample(operation, { server: site.document.server, samples });
  const answered = operation.answers.filter(isSuccess).flatMap((one) => exampleOf(one, samples));
  // Of several successes, the last one is 201, which is the usual case.
  return sampleHtml('Request', request) + (isStream(operation) ? answered.join('') : (answered.at(-1) ?? ''));
}

/** Whether it can return something other than JSON. Each type then has an example. */
function isStream({ answers }: ReadOperation): boolean {
  return answers.some(({ content }) =>
    Object.keys(content).some((type) => type !== 'application/json' && type !== problem),
  );
}

const problem = 'application/problem+json';

function exampleOf(answer: ReadAnswer, samples: Samples): string[] {
  return Object.entries(answer.content).flatMap(([type, { schema, example }]) => {
    if (type !== 'application/json')
      return typeof example === 'string' ? [sampleHtml(`Response ${answer.status}, ${type}`, example.trimEnd())] : [];
    const value = example ?? samples.of(schema);
    return [jsonHtml(`Response ${answer.status}`, value)];
  });
}
