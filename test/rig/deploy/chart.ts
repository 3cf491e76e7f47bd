// Renders the Helm chart as an installation would: validates its values by the schema, renders its templates and parses
// the YAML.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import type { Json } from '../client.ts';
import { projectRoot } from '../house/source-tree.ts';
import { type Parts, renderTemplate, type Value } from './chart-template.ts';

const folder = join(projectRoot, 'deploy/helm');
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

/**
 * Returns every object of the chart, installed as `shop` with `values` merged over its own. Throws if the schema
 * rejects the values or a template fails, with the name of the file.
 */
export function renderChart(values: { readonly [name: string]: Value }): Json[] {
  const merged = merge(parse(read('values.yaml')) as Value, values);
  const ajv = new Ajv({ allErrors: true, allowUnionTypes: true });
  if (!ajv.validate(JSON.parse(read('values.schema.json')), merged)) throw new Error(ajv.errorsText());
  const chart = parse(read('Chart.yaml')) as Json;
  const root = {
    Values: merged,
    Chart: { Name: chart.name, Version: chart.version, AppVersion: chart.appVersion },
    Release: { Name: 'shop', Namespace: 'shops', Service: 'Helm' },
  };
  const parts: Parts = new Map();
  // Files with named templates come before the files that include them.
  const names = readdirSync(join(folder, 'templates')).sort((one, other) =>
    one.startsWith('_') ? -1 : other.startsWith('_') ? 1 : one < other ? -1 : 1,
  );
  return names.flatMap((name) => {
    try {
      const text = renderTemplate(read(join('templates', name)), root as unknown as Value, parts);
      if (!name.endsWith('.yaml')) return [];
      return text.split(/^---$/m).flatMap((part) => (parse(part) as Json | undefined) ?? []);
    } catch (error) {
      throw new Error(`deploy/helm/templates/${name}: ${(error as Error).message}`, { cause: error });
    }
  });
}

function merge(base: Value, over: Value): Value {
  if (!isPlain(base) || !isPlain(over)) return over;
  const names = new Set([...Object.keys(base), ...Object.keys(over)]);
  return Object.fromEntries(
    [...names].map((name) => [name, name in over ? merge(base[name], over[name]) : base[name]]),
  );
}

function isPlain(value: Value): value is { readonly [name: string]: Value } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
