import fc, { type Arbitrary } from 'fast-check';
import type { JsonSchema } from './interface-document.js';

/** Ids of existing resources, by field name. */
export type KnownIds = Readonly<Record<string, string>>;

/** Valid and invalid values, by schema. */
export class ArbitraryValues {
  constructor(private readonly knownIds: KnownIds) {}

  /** Mostly valid values for a field's schema, at every depth. */
  loose(schema: JsonSchema, name = ''): Arbitrary<unknown> {
    return fc.oneof(
      { weight: 60, arbitrary: this.fitting(schema, name) },
      { weight: 1, arbitrary: ODDITIES },
      { weight: 1, arbitrary: fc.jsonValue() },
    );
  }

  private fitting(schema: JsonSchema, name: string): Arbitrary<unknown> {
    const { anyOf, oneOf = anyOf, enum: values, type, ...rest } = schema;
    if (Array.isArray(oneOf)) {
      const choices = (oneOf as JsonSchema[]).map((choice) => ({ ...rest, type, ...choice }));
      return fc.oneof(...choices.map((choice) => this.fitting(choice, name)));
    }
    if (Array.isArray(values)) return fc.constantFrom<unknown>(...(values as unknown[]));
    if (Array.isArray(type)) {
      return fc.oneof(...type.map((one: unknown) => this.fitting({ ...schema, type: one }, name)));
    }
    switch (type) {
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

  /** Mostly the right id for the field, sometimes another or an unknown one. */
  private ids(name: string): Arbitrary<string> {
    // For a list, such as `network_ids`, the singular name.
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

/** Values that often cause errors. */
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
