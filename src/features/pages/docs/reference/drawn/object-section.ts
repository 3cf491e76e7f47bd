// One object of the reference: its fields, and an example.
import type { Schema } from '../../components.ts';
import { nameIn } from '../document-reader.ts';
import type { SiteMap } from '../site-map.ts';
import { fieldsHtml, fieldsOf, valuesHtml } from './fields.ts';
import { type DrawingParts, section } from './operation-section.ts';
import { phrase, prose } from './prose.ts';
import { jsonHtml } from './sample-figure.ts';
import { hasFields, typeWords } from './schema-words.ts';

/** `name` is the name of a schema in the document. */
export function objectSection(name: string, { site, samples }: DrawingParts): string {
  const schema = site.document.schemas[name] ?? {};
  const fields = fieldsOf(schema);
  const place = { site, anchor: name, in: 'answer' } as const;
  const words = [
    `<h2 id="${name}"><a href="#${name}">The <code>${name}</code> ${hasFields(schema) ? 'object' : 'type'}</a></h2>`,
    hasFields(schema) ? '' : `<p class="kind">${typeWords(schema, site)}</p>`,
    typeof schema.description === 'string' ? prose(schema.description, site) : '',
    extendedHtml(schema, site),
    fields.length > 0 ? fieldsHtml(fields, place) : valuesHtml(schema, place),
  ];
  const isShown = hasFields(schema);
  const example = isShown ? jsonHtml(`${name} object`, samples.of(schema)) : '';
  return section(words.join(''), example, name);
}

/** The objects that it extends. */
function extendedHtml(schema: Schema, site: SiteMap): string {
  const bases = ((schema.allOf ?? []) as readonly Schema[]).filter((one) => typeof one.$ref === 'string');
  const links = bases.map((one) => phrase(`\`${nameIn(one.$ref as string)}\``, site));
  return links.length === 0 ? '' : `<p>Has every field of ${links.join(' and ')}, and these:</p>`;
}
