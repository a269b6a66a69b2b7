/** A type of the contract: its check, and invalid examples. */
interface TypeRule {
  readonly holds: (value: unknown) => boolean;
  readonly wrong: readonly unknown[];
  /** The same for a query parameter, which is a text. */
  readonly wrongText?: readonly string[];
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** RFC 3339: a time needs seconds and an offset. */
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const DECIMAL = /^-?\d+(\.\d+)?$/;

/** The types of contract 2 and 4 by their names there. */
export const TYPES = {
  string: { holds: isText, wrong: [7, true, ['text'], { text: 'text' }] },
  uuid: {
    holds: (value) => isText(value) && UUID.test(value),
    wrong: [7, 'no-uuid', '', {}],
    wrongText: ['no-uuid', ''],
  },
  'date-time': {
    holds: (value) => isText(value) && DATE_TIME.test(value) && isMoment(value),
    wrong: [7, 'yesterday', '2023-02-30T00:00:00Z', '2023-13-01T00:00:00Z', true],
    wrongText: ['yesterday', '2023-02-30T00:00:00Z'],
  },
  date: {
    holds: (value) => isText(value) && DATE.test(value) && isMoment(value),
    wrong: [7, 'yesterday', '2023-02-30', '15.01.1990'],
    wrongText: ['yesterday', '2023-02-30', '15.01.1990'],
  },
  integer: {
    holds: (value) => Number.isInteger(value),
    wrong: ['12345678', 1.5, true, [12345678], {}],
    wrongText: ['ten', '1.5', '1e2'],
  },
  number: {
    holds: (value) => typeof value === 'number',
    wrong: ['12.50', true, [12.5], {}],
    wrongText: ['ten'],
  },
  boolean: { holds: (value) => typeof value === 'boolean', wrong: ['true', 1, [true], {}] },
  object: { holds: isObject, wrong: ['text', 7, true, []] },
  array: { holds: Array.isArray, wrong: ['text', 7, true] },
  'object[]': { holds: listOf(isObject), wrong: ['text', 7, {}, ['text']] },
  'string[]': { holds: listOf(isText), wrong: ['text', 7, {}, [7]] },
  'uuid[]': {
    holds: listOf((value) => isText(value) && UUID.test(value)),
    wrong: ['text', 7, {}, ['no-uuid'], [7]],
  },
  /** An amount as a query returns it (design 8). */
  decimal: { holds: (value) => isText(value) && DECIMAL.test(value), wrong: [] },
} as const satisfies Record<string, TypeRule>;

export type TypeName = keyof typeof TYPES;

export function isTypeName(name: string): name is TypeName {
  return Object.hasOwn(TYPES, name);
}

export function ruleOf(type: TypeName): TypeRule {
  return TYPES[type];
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** The language rolls 30 February over to March. */
function isMoment(text: string): boolean {
  const day = text.slice(0, 10);
  const start = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(start.getTime()) && start.toISOString().startsWith(day) && isTime(text);
}

function isTime(text: string): boolean {
  return !Number.isNaN(Date.parse(text));
}

function listOf(holds: (value: unknown) => boolean): (value: unknown) => boolean {
  return (value) => Array.isArray(value) && value.every(holds);
}
