import {
  isIssuableSsn,
  normaliseEmail,
  normalisePhone,
  normaliseRegistrationIdentifier,
  normaliseSsn,
  normaliseZip,
  REGISTRATION_RULE,
} from '../subjects/normalise.js';
import { decimalOf, isAmount } from './amount.js';
import {
  BIRTH_DATE_RULE,
  completeDateTime,
  FORMATION_DATE_RULE,
  isBirthDate,
  isDate,
  INSTANT_RULE,
  isInstant,
  isFormationDate,
} from './date-time.js';
import {
  isObject,
  isText,
  text,
  whole,
  type ExemplarySchema,
  type FieldTypeRule,
} from './field-type-rule.js';

const TEXT = 10_000;
/** Identifying values are indexed, and an index entry is bounded. */
const NAME = 500;
const string = { type: 'string' };
const integer = { type: 'integer' };
const COUNT: ExemplarySchema = {
  ...integer,
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  examples: [3],
};

const object: FieldTypeRule = {
  schema: { type: 'object', examples: [{}] },
  message: 'must be an object',
  accepts: isObject,
};

/** The wire types of contract 4.7 and 2.8, and their kinds of values. */
export const FIELD_TYPES = {
  string: text({
    schema: { ...string, examples: ['verified'] },
    message: 'must be a string',
    maxLength: TEXT,
  }),
  name: text({
    schema: { ...string, examples: ['Example'] },
    message: 'must be a string',
    maxLength: NAME,
    visible: true,
  }),
  email: text(
    {
      schema: { ...string, format: 'email', examples: ['office@example.com'] },
      message: 'must be an email',
      maxLength: NAME,
    },
    (value) => normaliseEmail(value) !== undefined,
  ),
  uuid: text(
    {
      schema: { ...string, format: 'uuid', examples: ['0192d3c0-5c5e-7a80-9b1e-3c2d1a0f4e5b'] },
      message: 'must be a UUID',
    },
    (value) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value),
  ),
  date: text(
    {
      schema: { ...string, format: 'date', examples: ['2026-01-15'] },
      message: 'must be a date (YYYY-MM-DD)',
    },
    isDate,
  ),
  'date-time': text(
    {
      schema: { ...string, format: 'date-time', examples: ['2026-01-15T09:30:00.000Z'] },
      message: INSTANT_RULE,
      stored: (value) => (typeof value === 'string' ? completeDateTime(value) : null),
    },
    isInstant,
  ),
  /** A date-time in contract 4.7 of which only the day counts: a plain date is accepted. */
  'birth-date': text(
    {
      schema: { ...string, format: 'date-time', examples: ['1990-01-15T00:00:00Z'] },
      message: BIRTH_DATE_RULE,
    },
    isBirthDate,
  ),
  'formation-date': text(
    {
      schema: { ...string, format: 'date', examples: ['2015-04-01'] },
      message: FORMATION_DATE_RULE,
    },
    isFormationDate,
  ),
  'string[]': {
    schema: { type: 'array', items: string, maxItems: 1000, examples: [['first', 'second']] },
    message: 'must be an array of at most 1000 strings',
    maxLength: TEXT,
    accepts: (value) => Array.isArray(value) && value.length <= 1000 && value.every(isText),
  },
  boolean: {
    schema: { type: 'boolean', examples: [true] },
    message: 'must be a boolean',
    accepts: (value) => typeof value === 'boolean',
  },
  integer: whole({
    schema: {
      ...integer,
      minimum: Number.MIN_SAFE_INTEGER,
      maximum: Number.MAX_SAFE_INTEGER,
      examples: [3],
    },
    message: 'must be an integer',
  }),
  count: whole(
    { schema: COUNT, message: 'must be an integer of at least 0' },
    (value) => value >= 0,
  ),
  /** A count that is furnished as a number and returned as a string. */
  quantity: {
    ...whole({ schema: COUNT, message: 'must be an integer of at least 0' }, (value) => value >= 0),
    stored: String,
    storedSchema: { ...string, pattern: '^\\d+$', examples: ['3'] },
  },
  amount: {
    schema: {
      type: 'number',
      // Not `multipleOf`: validators compute with doubles, in which 19.99 is no multiple of 0.01.
      description: 'At most 6 decimals, and 15 digits.',
      exclusiveMinimum: -1e13,
      exclusiveMaximum: 1e13,
      examples: [1250.5],
    },
    message: 'must be a number below 10^13 with at most 6 decimals and 15 digits',
    accepts: (value) => typeof value === 'number' && isAmount(value),
    stored: (value) => (typeof value === 'number' ? decimalOf(value) : null),
    storedSchema: { ...string, pattern: '^-?\\d+(\\.\\d{1,6})?$', examples: ['1250.5'] },
  },
  /** An amount that cannot be negative, such as a debt or a balance. */
  'amount-from-zero': {
    schema: {
      type: 'number',
      description: 'Not negative; at most 6 decimals, and 15 digits.',
      minimum: 0,
      exclusiveMaximum: 1e13,
      examples: [1250.5],
    },
    message: 'must be a number from 0 and below 10^13 with at most 6 decimals and 15 digits',
    accepts: (value) => typeof value === 'number' && value >= 0 && isAmount(value),
    stored: (value) => (typeof value === 'number' ? decimalOf(value) : null),
    // Values furnished before this rule may be negative.
    storedSchema: { ...string, pattern: '^-?\\d+(\\.\\d{1,6})?$', examples: ['1250.5'] },
  },
  ssn: whole(
    {
      schema: { ...integer, minimum: 1_000_000, maximum: 999_999_999, examples: [12345678] },
      message: 'must be an integer that is a social security number that can have been issued',
    },
    (value) => {
      const digits = normaliseSsn(value);
      return digits !== undefined && isIssuableSsn(digits);
    },
  ),
  zip: whole(
    {
      schema: { ...integer, minimum: 1, maximum: 999_999_999, examples: [2139] },
      message: 'must be an integer that is a ZIP code',
    },
    (value) => normaliseZip(value) !== undefined,
  ),
  /** The address of a business, possibly abroad. */
  'postal-code': whole(
    {
      schema: { ...integer, minimum: 0, maximum: 9_999_999_999, examples: [10115] },
      message: 'must be an integer that is a postal code',
    },
    (value) => value >= 0 && value <= 9_999_999_999,
  ),
  phone: whole(
    {
      schema: {
        ...integer,
        minimum: 1_000_000,
        maximum: 999_999_999_999_999,
        examples: [6175550123],
      },
      message: 'must be an integer that is a phone number',
    },
    (value) => normalisePhone(value) !== undefined,
  ),
  /** A registration identifier where the contract types it as an integer. */
  'registration-number': whole(
    { schema: COUNT, message: 'must be an integer of at least 0' },
    (value) => value >= 0,
  ),
  /**
   * A registration identifier where the contract gives no type. An integer is accepted too; clients
   * of most languages have no type for both.
   */
  'registration-identifier': {
    schema: { ...string, examples: ['5551234'] },
    message: REGISTRATION_RULE,
    maxLength: NAME,
    accepts: (value) =>
      (isText(value) || typeof value === 'number') &&
      normaliseRegistrationIdentifier(value) !== undefined,
  },
  /** A shape of its own validates its members. */
  object,
  /** An object whose members are `ADDRESS_FIELDS`. */
  address: object,
} as const satisfies Record<string, FieldTypeRule>;

export type FieldType = keyof typeof FIELD_TYPES;

export function ruleOf(type: FieldType): FieldTypeRule {
  return FIELD_TYPES[type];
}
