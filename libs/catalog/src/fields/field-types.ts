import {
  normaliseEmail,
  normalisePhone,
  normaliseRegistrationIdentifier,
  normaliseSsn,
  normaliseZip,
} from '../subjects/normalise.js';
import { decimalOf, isAmount } from './amount.js';
import { isDate, isDateTime } from './date-time.js';

/** A JSON Schema (2020-12, as OpenAPI 3.1 has it). */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface FieldTypeRule {
  /** What the wire carries, for the documents. */
  readonly schema: JsonSchema;
  readonly accepts: (value: unknown) => boolean;
  /** Continues "<field path>: ...". */
  readonly message: string;
  /** The longest text, in characters, unless the field is marked large. */
  readonly maxLength?: number;
  /** What a query returns for it, where that is not what was furnished. */
  readonly stored?: (value: unknown) => unknown;
  readonly storedSchema?: JsonSchema;
}

const TEXT = 10_000;
/** What identifies a subject is indexed, and an index entry is bounded. */
const NAME = 500;
const string = { type: 'string' };
const integer = { type: 'integer' };

const object: FieldTypeRule = {
  schema: { type: 'object' },
  message: 'must be an object',
  accepts: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** The wire types of contract 4.7 and 2.8, and the kinds of value that ride on them. */
export const FIELD_TYPES = {
  string: text({ schema: string, message: 'must be a string', maxLength: TEXT }),
  name: text({ schema: string, message: 'must be a string', maxLength: NAME }),
  email: text(
    { schema: { type: 'string', format: 'email' }, message: 'must be an email', maxLength: NAME },
    (value) => normaliseEmail(value) !== undefined,
  ),
  uuid: text({ schema: { type: 'string', format: 'uuid' }, message: 'must be a UUID' }, (value) =>
    /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value),
  ),
  date: text(
    { schema: { type: 'string', format: 'date' }, message: 'must be a date (YYYY-MM-DD)' },
    isDate,
  ),
  'date-time': text(
    { schema: { type: 'string', format: 'date-time' }, message: 'must be an ISO 8601 date-time' },
    isDateTime,
  ),
  /** A date-time in contract 4.7, of which only the day means anything: a plain date will do. */
  'birth-date': text(
    {
      schema: {
        type: 'string',
        anyOf: [{ format: 'date-time' }, { format: 'date' }],
        examples: ['1990-01-15T00:00:00Z'],
      },
      message: 'must be an ISO 8601 date-time or date',
    },
    (value) => isDate(value) || isDateTime(value),
  ),
  'string[]': {
    schema: { type: 'array', items: string, maxItems: 1000 },
    message: 'must be an array of at most 1000 strings',
    maxLength: TEXT,
    accepts: (value) => Array.isArray(value) && value.length <= 1000 && value.every(isText),
  },
  boolean: {
    schema: { type: 'boolean' },
    message: 'must be a boolean',
    accepts: (value) => typeof value === 'boolean',
  },
  integer: whole({ schema: integer, message: 'must be an integer' }),
  count: whole(
    { schema: { ...integer, minimum: 0 }, message: 'must be an integer of at least 0' },
    (value) => value >= 0,
  ),
  /** A count that is furnished as a number and returned as a string. */
  quantity: {
    ...whole(
      { schema: { ...integer, minimum: 0 }, message: 'must be an integer of at least 0' },
      (value) => value >= 0,
    ),
    stored: String,
    storedSchema: string,
  },
  amount: {
    schema: { type: 'number', multipleOf: 0.01, exclusiveMinimum: -1e13, exclusiveMaximum: 1e13 },
    message: 'must be a number below 10^13 with at most 2 decimals',
    accepts: (value) => typeof value === 'number' && isAmount(value),
    stored: (value) => (typeof value === 'number' ? decimalOf(value) : null),
    storedSchema: { type: 'string', pattern: '^-?\\d+\\.\\d{2}$' },
  },
  ssn: whole(
    {
      schema: { ...integer, minimum: 1_000_000, maximum: 999_999_999 },
      message: 'must be an integer that is a social security number',
    },
    (value) => normaliseSsn(value) !== undefined,
  ),
  zip: whole(
    {
      schema: { ...integer, minimum: 1, maximum: 999_999_999 },
      message: 'must be an integer that is a ZIP code',
    },
    (value) => normaliseZip(value) !== undefined,
  ),
  /** Of a business, which may be registered abroad. */
  'postal-code': whole(
    {
      schema: { ...integer, minimum: 0, maximum: 9_999_999_999 },
      message: 'must be an integer that is a postal code',
    },
    (value) => value >= 0 && value <= 9_999_999_999,
  ),
  phone: whole(
    {
      schema: { ...integer, minimum: 1_000_000, maximum: 999_999_999_999_999 },
      message: 'must be an integer that is a phone number',
    },
    (value) => normalisePhone(value) !== undefined,
  ),
  /** A registration identifier where the contract types it as an integer. */
  'registration-number': whole(
    { schema: { ...integer, minimum: 0 }, message: 'must be an integer of at least 0' },
    (value) => value >= 0,
  ),
  /** A registration identifier where the contract gives no type. */
  'registration-identifier': {
    schema: { type: ['string', 'integer'] },
    message: 'must be a string or an integer that holds a registration identifier',
    maxLength: NAME,
    accepts: (value) =>
      (isText(value) || typeof value === 'number') &&
      normaliseRegistrationIdentifier(value) !== undefined,
  },
  /** Its members are checked by a shape of their own. */
  object,
  /** An object whose members are `ADDRESS_FIELDS`. */
  address: object,
} as const satisfies Record<string, FieldTypeRule>;

export type FieldType = keyof typeof FIELD_TYPES;

export function ruleOf(type: FieldType): FieldTypeRule {
  return FIELD_TYPES[type];
}

type Words = Omit<FieldTypeRule, 'accepts'>;

function text(words: Words, accepts: (value: string) => boolean = () => true): FieldTypeRule {
  return { ...words, accepts: (value) => isText(value) && accepts(value) };
}

function whole(words: Words, accepts: (value: number) => boolean = () => true): FieldTypeRule {
  return {
    ...words,
    accepts: (value) => typeof value === 'number' && Number.isSafeInteger(value) && accepts(value),
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
