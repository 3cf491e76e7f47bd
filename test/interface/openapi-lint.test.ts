// The API document is valid by the published schema of OpenAPI and the rules of linters, and its examples by its own
// schemas.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { eventTypes } from '../../src/core/event.ts';
import { groupDescriptions } from '../../src/features/pages/docs/groups.ts';
import { unversionedTags } from '../../src/features/pages/docs/unversioned-paths.ts';
import { operationSchema } from '../../src/io/http/openapi.ts';
import { serializerOf } from '../../src/io/http/serialization.ts';
import { compileValidator } from '../../src/io/http/validation.ts';
import {
  bodyOf,
  declaredOperations,
  exampleOf,
  type JsonSchema,
  responseOf,
  servedDocument,
} from '../rig/interface/described-api.ts';
import { brokenRules } from '../rig/interface/document-rules.ts';

const document = servedDocument();

test('the document fits the published JSON schema of OpenAPI 3.1, and every reference resolves', async () => {
  const { valid, errors } = await new Validator().validate({ ...structuredClone(document) });
  assert.deepEqual([valid, errors], [true, undefined]);
});

test('the rules that linters recommend find nothing', () => {
  assert.deepEqual(brokenRules(document), []);
});

test('every example is one that its schema accepts', () => {
  const ajv = addFormats.default(new Ajv2020({ strict: false }));
  ajv.addSchema({ $id: 'document', ...document });
  const compiled = new Map<string, ValidateFunction>();
  let examples = 0;
  for (const { content, name } of contents()) {
    const text = JSON.stringify(content.schema).replaceAll('"#/', '"document#/');
    const accepts = compiled.get(text) ?? ajv.compile(JSON.parse(text));
    compiled.set(text, accepts);
    for (const value of examplesOf(content)) {
      examples += 1;
      assert.ok(accepts(value), `${name}: ${ajv.errorsText(accepts.errors)} in ${JSON.stringify(value)}`);
    }
  }
  assert.ok(examples > 250, `${examples} examples`);
});

test('every schema of an operation compiles: the service itself finds out only at a first request', () => {
  for (const declared of declaredOperations()) {
    const { response, ...parts } = operationSchema(declared) as Readonly<Record<string, object>>;
    for (const [part, schema] of Object.entries(parts)) compileValidator(schema, part)({});
    for (const answer of Object.values(response as Readonly<Record<string, object>>)) {
      const { content } = answer as { content?: Readonly<Record<string, { schema: object }>> };
      const schemas = content === undefined ? [answer] : Object.values(content).map(({ schema }) => schema);
      for (const schema of schemas) assert.doesNotThrow(() => serializerOf(schema));
    }
  }
});

test('every body, answer and problem has an example', () => {
  const bare = contents().filter(
    ({ content, name }) => examplesOf(content).length === 0 && !name.includes('event-stream'),
  );
  assert.deepEqual(
    bare.map(({ name }) => name),
    [],
  );
});

test('every group of operations says what it is about', () => {
  const described = [...Object.keys(groupDescriptions), ...unversionedTags.map(({ name }) => name)];
  for (const { name } of document.tags) assert.ok(described.includes(name), `${name} has no words of its own`);
});

test('every operation says what it is, and what its caller has to know beside that', () => {
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    const { operationId, summary, description = '' } = operation;
    // The sentence about allowed roles is generated for each operation, and does not count as a description.
    const own = description.replace(rolesNamed, '');
    assert.ok(summary.length > 0 && own.length > 0, operationId);
    assert.match(own, /[.:!?]$/, `${operationId} ends in the middle of a sentence`);
    assert.notEqual(own.replace(/\.$/, ''), summary, operationId);
  }
});

const rolesNamed = / ?Role: [a-z ]+\.$/;

test('every event has its payload', () => {
  assert.deepEqual(Object.keys(document.webhooks).sort(), [...eventTypes, 'webhook.test'].sort());
});

interface Content {
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

/** The contents of every request body and every response, each with a name for messages. */
function contents(): { content: Content; name: string }[] {
  return [...Object.values(document.paths), ...Object.values(document.webhooks)]
    .flatMap((methods) => Object.values(methods))
    .flatMap((operation) =>
      [['body', bodyOf(document, operation)] as const, ...Object.entries(operation.responses)].flatMap(([part, one]) =>
        Object.entries(responseOf(document, one)?.content ?? {}).map(([type, content]) => ({
          content,
          name: `${operation.operationId} ${part} ${type}`,
        })),
      ),
    );
}

function examplesOf(content: Content): unknown[] {
  const example = exampleOf(document, content);
  return example === undefined ? [] : [example];
}
