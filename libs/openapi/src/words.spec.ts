import { OPERATIONS } from '@ndx/api';
import { describe, expect, test } from '@jest/globals';
import { openApiDocument } from './document.js';
import { isObject, type JsonSchema } from './json-schema.js';

const document = openApiDocument({
  title: 'All',
  description: '',
  version: '1',
  tags: {},
  operations: OPERATIONS.flatMap((operation) =>
    operation.visibility === 'public' ? [{ operation, tag: 'All' }] : [],
  ),
});
const { components, paths } = document as {
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
};

interface Described {
  readonly operationId: string;
  readonly parameters: readonly JsonSchema[];
}

const members = Object.entries(components.schemas).flatMap(([schema, { properties }]) =>
  Object.entries(isObject(properties) ? properties : {}).map(
    ([member, value]) => [`${schema}.${member}`, value as JsonSchema] as const,
  ),
);

/** Failures name the members without words: in their operation, `libs/api/src/words` or the catalogue. */
describe('the words of the OpenAPI document', () => {
  test('each member of each schema has a description', () => {
    expect(members.length).toBeGreaterThan(900);
    expect(namesOf(members.filter(([, value]) => !isSentence(value['description'])))).toEqual([]);
  });

  test('each parameter has a description', () => {
    const parameters = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .flatMap(({ operationId, parameters: list }) =>
        list.map((value) => [`${operationId}.${String(value['name'])}`, value] as const),
      )
      .filter(([, value]) => !('$ref' in value));
    expect(parameters.length).toBeGreaterThan(100);
    expect(namesOf(parameters.filter(([, value]) => !isSentence(value['description'])))).toEqual(
      [],
    );
  });

  test('each text and each number has an example, a default or a list of values', () => {
    const open = members.filter(
      ([, value]) =>
        [value['type']].flat().some((type) => SCALARS.includes(String(type))) &&
        !['examples', 'default', 'enum'].some((keyword) => keyword in value),
    );
    expect(namesOf(open)).toEqual([]);
  });

  test('each number has a format', () => {
    const numbers = schemasIn(document).filter(([, { type }]) =>
      [type].flat().some((one) => one === 'integer' || one === 'number'),
    );
    expect(numbers.length).toBeGreaterThan(100);
    expect(namesOf(numbers.filter(([, { format }]) => format === undefined))).toEqual([]);
  });

  test('each list of more than one value has a name', () => {
    const lists = members.filter(
      ([, { enum: values }]) => Array.isArray(values) && values.length > 1,
    );
    expect(namesOf(lists)).toEqual([]);
  });

  test('each object and each choice has a name, except null and any object', () => {
    const unnamed = members.filter(([, value]) => 'properties' in value || 'anyOf' in value);
    expect(namesOf(unnamed)).toEqual([]);
  });
});

const SCALARS = ['string', 'integer', 'number'];

/** Every object in the document, by its place. */
function schemasIn(value: unknown, place = ''): (readonly [string, JsonSchema])[] {
  if (Array.isArray(value)) {
    return value.flatMap((item, index) => schemasIn(item, `${place}/${index}`));
  }
  if (!isObject(value)) return [];
  const inner = Object.entries(value).flatMap(([name, one]) => schemasIn(one, `${place}/${name}`));
  return [[place, value], ...inner];
}

function namesOf(named: readonly (readonly [string, unknown])[]): string[] {
  return named.map(([name]) => name);
}

function isSentence(text: unknown): boolean {
  return typeof text === 'string' && /^[A-Z0-9`\u201c"].*[.`)]$/s.test(text);
}
