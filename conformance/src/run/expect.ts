import { isDeepStrictEqual } from 'node:util';
import type { Answer } from '../http/answer.js';
import { exactly, faultsOf, type Shape } from '../shape/shape.js';
import { isObject, ruleOf } from '../shape/types.js';
import { Like } from './like.js';
import { Mismatch } from './mismatch.js';

/** @throws Mismatch when the response differs */
export type Expectation = (answer: Answer) => void;

export type Values = Readonly<Record<string, unknown>>;

/** Contract 7.2, and the codes that design 11 adds. */
const STATUS_OF = {
  VALIDATION_ERROR: 400,
  AUTHENTICATION_REQUIRED: 401,
  PERMISSION_DENIED: 403,
  RESOURCE_NOT_FOUND: 404,
  RESOURCE_CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
} as const;

export type ErrorCode = keyof typeof STATUS_OF;

const ENVELOPE = exactly('detail error_code reason request_id: string  errors?: array');
const SHORT = exactly('detail: string');

export function status(expected: number): Expectation {
  return (answer) => {
    if (answer.status !== expected)
      throw new Mismatch(`status ${expected}`, describe(answer), answer);
  };
}

/** 200 with a body of that shape, and with these values among its members. */
export function ok(shape: Shape, values: Values = {}): Expectation {
  return (answer) => {
    status(200)(answer);
    requireShape(answer, answer.body, shape);
    requireValues(answer, answer.body, values);
  };
}

/** 200 with a list of such bodies. */
export function list(shape: Shape): Expectation {
  return (answer) => {
    status(200)(answer);
    if (!Array.isArray(answer.body)) throw new Mismatch('an array', describe(answer), answer);
    for (const item of answer.body) requireShape(answer, item, shape);
  };
}

/** Exactly the envelope (contract 7.1), with the status of the code. */
export function envelope(code: ErrorCode): Expectation {
  return (answer) => {
    status(STATUS_OF[code])(answer);
    requireShape(answer, answer.body, ENVELOPE);
    requireValues(answer, answer.body, { error_code: code, request_id: answer.requestId });
  };
}

/** The short shape of the authentication layer, with its exact text (contract 5). */
export function refusal(expectedStatus: 401 | 403, detail: string): Expectation {
  return (answer) => {
    status(expectedStatus)(answer);
    if (!isDeepStrictEqual(answer.body, { detail })) {
      throw new Mismatch(JSON.stringify({ detail }), describe(answer), answer);
    }
  };
}

/** 422, the short shape, one fault at the given path, e.g. `body -> name` (contract 7.4). */
export function shapeError(place: string): Expectation {
  return faultAt(place, /^: .+/);
}

/** The same at the path or below it, for lists and objects. */
export function shapeErrorWithin(place: string): Expectation {
  return faultAt(place, /^(?: -> [^:]+)?: .+/);
}

function faultAt(place: string, follows: RegExp): Expectation {
  return (answer) => {
    status(422)(answer);
    requireShape(answer, answer.body, SHORT);
    const { detail } = answer.body as { readonly detail: string };
    if (!detail.startsWith(place) || !follows.test(detail.slice(place.length))) {
      throw new Mismatch(`detail "${place}: …"`, JSON.stringify(detail), answer);
    }
  };
}

/** 204, an empty body, and the reference of the query (contract 7.3). */
export function noResult(answer: Answer): void {
  status(204)(answer);
  if (answer.text !== '') throw new Mismatch('an empty body', describe(answer), answer);
  requireReference(answer);
}

/** The header `X-Ref-Id` (contract 7.3, design 9). @throws Mismatch without one */
export function requireReference(answer: Answer): string {
  const reference = answer.headers.get('x-ref-id');
  if (reference !== null && ruleOf('uuid').holds(reference)) return reference;
  throw new Mismatch('header X-Ref-Id with a uuid', String(reference), answer);
}

export function all(...expectations: readonly Expectation[]): Expectation {
  return (answer) => {
    for (const expectation of expectations) expectation(answer);
  };
}

/** Any other condition on the response. */
export function that(expected: string, holds: (answer: Answer) => boolean): Expectation {
  return (answer) => {
    if (!holds(answer)) throw new Mismatch(expected, describe(answer), answer);
  };
}

export function requireShape(answer: Answer, value: unknown, shape: Shape): void {
  const faults = faultsOf(value, shape);
  if (faults.length > 0) throw new Mismatch('the shape of the contract', faults.join('; '), answer);
}

/**
 * Checks that each of the values is in the object. A `Like` matches what it describes, a date-time
 * the same instant. Reports all differences together.
 */
export function requireValues(answer: Answer, owner: unknown, values: Values): void {
  const members = isObject(owner) ? owner : {};
  const others = Object.entries(values).filter(([name, value]) => !isSame(value, members[name]));
  if (others.length === 0) return;
  throw new Mismatch(
    others.map(([name, expected]) => `${name}: ${shown(expected)}`).join('; '),
    others.map(([name]) => `${name}: ${shown(members[name])}`).join('; '),
    answer,
  );
}

function isSame(expected: unknown, got: unknown): boolean {
  if (expected instanceof Like) return expected.is(got);
  const { holds: isInstant } = ruleOf('date-time');
  if (isInstant(expected) && isInstant(got)) {
    return Date.parse(String(expected)) === Date.parse(String(got));
  }
  return isDeepStrictEqual(got, expected);
}

/** An amount that is returned as a decimal string: `12.5` and `12.50` are the same (design 8). */
export class Amount extends Like {
  constructor(text: string) {
    super(
      text,
      (value) =>
        typeof value === 'string' && ruleOf('decimal').holds(value) && plain(value) === plain(text),
    );
  }
}

function plain(decimal: string): string {
  return decimal.includes('.') ? decimal.replace(/(?<![.0])0+$|\.0+$/, '') : decimal;
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

function describe({ status: got, text }: Answer): string {
  return `${got} ${text.slice(0, 300)}`.trim();
}
