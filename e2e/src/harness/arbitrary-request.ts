import fc, { type Arbitrary } from 'fast-check';
import type { JsonSchema, Operation } from './interface-document.js';

/** A request that may be anything between right and absurd. */
export interface ArbitraryRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined for none; otherwise text that need not be JSON. */
  readonly body: string | undefined;
}

/** What programs trip over. */
const ODDITIES = fc.constantFrom<unknown>(
  null,
  '',
  ' ',
  '\u0000',
  '\ud800',
  '🦄'.repeat(300),
  "'; drop table consent; --",
  '%',
  '2023-02-30',
  '2023-02-30T00:00:00Z',
  '0001-01-01T00:00:00+14:00',
  '9999-12-31T23:59:59.999999999-14:00',
  -1,
  0,
  1.5,
  1e308,
  2 ** 53,
  '5',
  true,
  [],
  {},
  { __proto__: null, constructor: 1 },
  Array.from({ length: 1_100 }, () => 'x'),
);

/** Ids of things that exist, by the name of the field that asks for them. */
export type KnownIds = Readonly<Record<string, string>>;

/** Requests of an operation: mostly of its shape, with known ids where ids are asked. */
export function arbitraryRequest(
  operation: Operation,
  knownIds: KnownIds,
): Arbitrary<ArbitraryRequest> {
  const values = new ArbitraryValues(knownIds);
  const parameters = fc.tuple(
    ...operation.parameters.map(({ name, in: place, required, schema }) =>
      fc.record({
        name: fc.constant(name),
        place: fc.constant(place),
        value: fc.option(values.loose(schema, name), { nil: undefined, freq: required ? 10 : 2 }),
      }),
    ),
  );
  return fc.record({ parameters, body: bodyOf(operation, values) }).map((parts) => ({
    path: pathOf(operation.path, parts.parameters),
    headers: headersOf(parts.parameters),
    body: parts.body,
  }));
}

type Chosen = readonly {
  readonly name: string;
  readonly place: string;
  readonly value: unknown;
}[];

function pathOf(template: string, parameters: Chosen): string {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const { value } = parameters.find((one) => one.place === 'path' && one.name === name) ?? {};
    // An empty segment would be another path.
    return (value !== undefined && encoded(value)) || 'none';
  });
  const query = parameters
    .filter(({ place, value }) => place === 'query' && value !== undefined)
    .map(({ name, value }) => `${name}=${encoded(value)}`);
  return query.length > 0 ? `${path}?${query.join('&')}` : path;
}

/** A header is a line of visible characters; anything else never leaves a client. */
function headersOf(parameters: Chosen): Record<string, string> {
  return Object.fromEntries(
    parameters
      .filter(({ place, value }) => place === 'header' && value !== undefined)
      .map(({ name, value }) => [
        name,
        textOf(value)
          .replaceAll(/[^\x21-\x7e]/g, '')
          .slice(0, 200),
      ]),
  );
}

function encoded(value: unknown): string {
  // A lone surrogate has no place in an address: it is replaced, as every client does.
  return encodeURIComponent(Buffer.from(textOf(value).slice(0, 2_000)).toString());
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function bodyOf(
  { method, body }: Operation,
  values: ArbitraryValues,
): Arbitrary<string | undefined> {
  if (method === 'GET') return fc.constant(undefined);
  const rubbish = fc.constantFrom('', '{', 'null', '[]', '"text"', '{"a":1,}', '\u0000');
  const any = fc.oneof(rubbish, fc.json());
  if (!body) return fc.option(any, { nil: undefined, freq: 3 });
  const shaped = values.loose(body).map((value) => JSON.stringify(value));
  return fc.oneof({ weight: 12, arbitrary: shaped }, { weight: 1, arbitrary: any });
}

class ArbitraryValues {
  constructor(private readonly knownIds: KnownIds) {}

  /** Mostly values that fit the schema of a field, at every depth. */
  loose(schema: JsonSchema, name = ''): Arbitrary<unknown> {
    return fc.oneof(
      { weight: 60, arbitrary: this.fitting(schema, name) },
      { weight: 1, arbitrary: ODDITIES },
      { weight: 1, arbitrary: fc.jsonValue() },
    );
  }

  private fitting(schema: JsonSchema, name: string): Arbitrary<unknown> {
    const { anyOf, enum: values, type, ...rest } = schema;
    if (Array.isArray(anyOf)) {
      const choices = (anyOf as JsonSchema[]).map((choice) => ({ ...rest, type, ...choice }));
      return fc.oneof(...choices.map((choice) => this.fitting(choice, name)));
    }
    if (Array.isArray(values)) return fc.constantFrom<unknown>(...(values as unknown[]));
    switch (Array.isArray(type) ? (type as unknown[])[0] : type) {
      case 'object':
        return this.objects(schema);
      case 'array':
        return this.arrays(schema, name);
      case 'string':
        return this.texts(schema, name);
      case 'integer':
        return fc.integer({
          min: Number(schema['minimum'] ?? -(2 ** 31)),
          max: Number(schema['maximum'] ?? 2 ** 31),
        });
      case 'number':
        return fc.integer({ min: -1e9, max: 1e9 }).map((cents) => cents / 100);
      case 'boolean':
        return fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.constant(false));
      case 'null':
        return fc.constant(null);
      default:
        return fc.jsonValue();
    }
  }

  private arrays(schema: JsonSchema, name: string): Arbitrary<unknown> {
    const items = this.loose((schema['items'] ?? {}) as JsonSchema, name);
    return fc.array(items, { minLength: Number(schema['minItems'] ?? 0), maxLength: 3 });
  }

  private objects(schema: JsonSchema): Arbitrary<unknown> {
    const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
    const required = new Set((schema['required'] ?? []) as readonly string[]);
    const members = Object.entries(properties).map(([name, member]) =>
      fc
        .option(this.loose(member, name), { nil: undefined, freq: required.has(name) ? 80 : 2 })
        .map((value) => [name, value] as const),
    );
    const stranger = fc.oneof(
      { weight: 20, arbitrary: fc.constant(undefined) },
      { weight: 1, arbitrary: fc.tuple(fc.string(), fc.jsonValue()) },
    );
    return fc
      .tuple(fc.tuple(...members), stranger)
      .map(([known, unknown]) =>
        Object.fromEntries([
          ...known.filter(([, value]) => value !== undefined),
          ...(unknown ? [unknown] : []),
        ]),
      );
  }

  private texts({ format }: JsonSchema, name: string): Arbitrary<string> {
    switch (format) {
      case 'uuid':
        return this.ids(name);
      case 'date':
        return fc.date(FOUR_DIGIT_YEARS).map((date) => date.toISOString().slice(0, 10));
      case 'date-time':
        return fc.date(FOUR_DIGIT_YEARS).map((date) => date.toISOString());
      case 'email':
        return fc.emailAddress();
      default:
        return name in this.knownIds ? this.ids(name) : TEXTS;
    }
  }

  /** Mostly the id that the field asks for, sometimes another's, sometimes nobody's. */
  private ids(name: string): Arbitrary<string> {
    // Of a list, such as `network_ids`, the name of one.
    const fitting = this.knownIds[name] ?? this.knownIds[name.replace(/s$/, '')];
    return fc.oneof(
      { weight: fitting === undefined ? 0 : 8, arbitrary: fc.constant(fitting ?? '') },
      { weight: 1, arbitrary: fc.constantFrom(...Object.values(this.knownIds)) },
      { weight: 1, arbitrary: fc.uuid() },
    );
  }
}

const FOUR_DIGIT_YEARS = {
  noInvalidDate: true,
  min: new Date('0001-01-01T00:00:00Z'),
  max: new Date('9999-12-31T00:00:00Z'),
};

const TEXTS = fc.oneof(
  fc.string({ minLength: 1, unit: 'binary' }),
  fc.constantFrom('Acme', 'US-DE', 'kyb_certificate', '*', 'business_identity_verification.*'),
);
