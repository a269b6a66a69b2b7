import {
  AUTHENTICATION_ERRORS,
  REASON_NAMES,
  REASONS,
  statusOfReason,
  type Reason,
} from '@ndx/contracts';
import { KEY_REFUSALS, REPLAYED_HEADER, SIGNATURE_HEADER, type PublicOperation } from '@ndx/api';
import { described } from './described.js';
import { ANY_ERROR, ERROR_ENVELOPE, SHORT_ERROR } from './error-schemas.js';
import { exampleOf } from './example.js';
import type { JsonSchema } from './json-schema.js';
import type { OperationLinks } from './links.js';

/** The facts about an operation that follow from its route and its shapes. */
export interface Circumstances {
  /** Whether it requires a token. */
  readonly isProtected: boolean;
  /** Whether it accepts an `Idempotency-Key`. */
  readonly isKeyed: boolean;
  /** Whether the request has a body, a query, parameters or headers that can be malformed. */
  readonly hasShape: boolean;
  readonly links: OperationLinks;
}

/** A kind of response: one status can have several. */
interface Answer {
  readonly description: string;
  readonly schema: JsonSchema;
  /** Objects of the document, or references to them. */
  readonly examples: Readonly<Record<string, JsonSchema>>;
}

/** Headers of responses, in the document's components. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': { description: 'The id of the request.', schema: { type: 'string' } },
  'X-Ref-Id': {
    description: 'The reference of the query: its `query_event_id` (contract 7.3).',
    schema: { type: 'string', format: 'uuid' },
  },
  [SIGNATURE_HEADER]: {
    description:
      'A JWS (EdDSA) over the SHA-256 digest of the body, the query event, the institution that queried and the time. Its key is listed by `readSigningKeys`.',
    schema: { type: 'string' },
  },
  [REPLAYED_HEADER]: {
    description:
      'Present when the answer repeats an earlier request with the same `Idempotency-Key`: this request did nothing and is not billed.',
    schema: { type: 'string', const: 'true' },
  },
  'RateLimit-Policy': {
    description:
      "What the caller's institution may send in a window of `w` seconds: `q` requests, and `q` billable queries. On every answer to who is signed in, where anything is limited (draft-ietf-httpapi-ratelimit-headers).",
    schema: { type: 'string', examples: ['"requests";q=600000;w=60, "queries";q=300000;w=60'] },
  },
  RateLimit: {
    description:
      'What is left (`r`) of each bucket that the request was taken from, and the seconds until it is full again (`t`).',
    schema: { type: 'string', examples: ['"requests";r=599999;t=60, "queries";r=299999;t=60'] },
  },
  'Retry-After': {
    description: 'Seconds after which there is something left again.',
    schema: { type: 'integer', minimum: 1 },
  },
} as const;

const REQUEST_ID = header('X-Request-Id');
const RATE_LIMIT = { ...header('RateLimit-Policy'), ...header('RateLimit') };
const REFERENCE = header('X-Ref-Id');
const SIGNATURE = header(SIGNATURE_HEADER);
const REPLAYED = header(REPLAYED_HEADER);
const EXAMPLE_REQUEST_ID = '0192d3c0-5c5e-7a80-9b1e-000000000001';

/** An error of each reason, in the document's components. */
export const ERROR_EXAMPLES: JsonSchema = Object.fromEntries(
  REASON_NAMES.map((reason) => {
    const { code, cause, remedy } = REASONS[reason];
    const value = { detail: cause, error_code: code, reason, request_id: EXAMPLE_REQUEST_ID };
    return [reason, { summary: `Remedy: ${remedy}.`, value }];
  }),
);

/** Responses that any operation may have, in the document's components. */
export const COMMON_RESPONSES: Readonly<Record<string, JsonSchema>> = {
  Unauthenticated: {
    ...rendered([short('No token, or none that counts.', 'absent', 'invalid', 'noAccount')]),
    headers: REQUEST_ID,
  },
  Forbidden: failed(short('The token lacks the permission.', 'missingPermission')),
  TooLarge: failed(...envelopes(REASON_NAMES, 413)),
  TooMany: {
    ...rendered(envelopes(REASON_NAMES, 429)),
    headers: { ...REQUEST_ID, ...RATE_LIMIT, ...header('Retry-After') },
  },
  Malformed: failed({
    description: 'The request has not the shape that is asked for; the first fault is named.',
    schema: SHORT_ERROR,
    examples: { malformed: { value: { detail: 'body -> network_id: is required' } } },
  }),
  Failed: failed(
    ...envelopes(REASON_NAMES, 500),
    short('The identity provider cannot be used.', 'unavailable'),
  ),
};

/** Every response of an operation: its own, and the common ones (contract 7.3). */
export function responsesOf(operation: PublicOperation, circumstances: Circumstances): JsonSchema {
  const { isProtected, isKeyed, hasShape, links } = circumstances;
  const headers = {
    ...REQUEST_ID,
    ...(isProtected && RATE_LIMIT),
    ...(operation.noResult !== undefined && REFERENCE),
    ...(isKeyed && REPLAYED),
  };
  const { refusals: own = [] } = operation;
  const refusals = isKeyed ? [...own, ...KEY_REFUSALS] : own;
  return {
    200: {
      ...answered(described({ ...operation.answer })),
      headers: { ...headers, ...(operation.noResult !== undefined && SIGNATURE) },
      ...(links[200] && { links: links[200] }),
    },
    ...(operation.noResult !== undefined && {
      204: {
        description: operation.noResult,
        headers,
        ...(links[204] && { links: links[204] }),
      },
    }),
    ...refused(refusals, 400),
    ...(isProtected && { 401: common('Unauthenticated'), 403: forbidden(operation) }),
    ...refused(refusals, 404),
    ...refused(refusals, 409),
    413: common('TooLarge'),
    // A parameter or a body that is not declared is refused, too.
    ...((hasShape || isProtected) && { 422: common('Malformed') }),
    ...(isProtected && { 429: common('TooMany') }),
    500: common('Failed'),
  };
}

function refused(refusals: readonly Reason[], status: number): JsonSchema {
  const answers = envelopes(refusals, status);
  return answers.length === 0 ? {} : { [status]: failed(...answers) };
}

/** The 403 of a missing permission, or as the operation declares it. */
function forbidden({ refusals = [] }: PublicOperation): JsonSchema {
  const answers = envelopes(refusals, 403);
  if (answers.length === 0) return common('Forbidden');
  return failed(short('The token lacks the permission.', 'missingPermission'), ...answers);
}

function common(name: string): JsonSchema {
  return { $ref: `#/components/responses/${name}` };
}

function failed(...answers: readonly Answer[]): JsonSchema {
  return { ...rendered(answers), headers: { ...REQUEST_ID, ...RATE_LIMIT } };
}

/** A success; bytes have no example. */
function answered(schema: JsonSchema): JsonSchema {
  const { contentMediaType: type } = schema;
  return typeof type === 'string'
    ? { description: 'Success.', content: { [type]: { schema } } }
    : rendered([success(schema)]);
}

function success(schema: JsonSchema): Answer {
  return { description: 'Success.', schema, examples: { success: { value: exampleOf(schema) } } };
}

/** The errors with one status, as one kind of response (contract 7.1). */
function envelopes(refusals: readonly Reason[], status: number): Answer[] {
  const ofStatus = [...new Set(refusals)].filter((reason) => statusOfReason(reason) === status);
  if (ofStatus.length === 0) return [];
  return [
    {
      description: ofStatus.map((reason) => `\`${reason}\`: ${REASONS[reason].cause}.`).join(' '),
      schema: ERROR_ENVELOPE,
      examples: Object.fromEntries(
        ofStatus.map((reason) => [reason, { $ref: `#/components/examples/${reason}` }]),
      ),
    },
  ];
}

/** An error of the authentication layer (contract 5). */
function short(description: string, ...kinds: (keyof typeof AUTHENTICATION_ERRORS)[]): Answer {
  const examples = Object.fromEntries(
    kinds.map((kind) => [kind, { value: { detail: AUTHENTICATION_ERRORS[kind].detail } }]),
  );
  return { description, schema: SHORT_ERROR, examples };
}

function rendered(answers: readonly Answer[]): JsonSchema {
  const schemas = answers.map(({ schema }) => schema);
  const examples = answers.flatMap((answer) => Object.entries(answer.examples));
  return {
    description: answers.map(({ description }) => description).join(' '),
    content: {
      'application/json': {
        schema: schemas.every((schema) => schema === schemas[0]) ? schemas[0] : ANY_ERROR,
        examples: Object.fromEntries(examples),
      },
    },
  };
}

function header(name: keyof typeof RESPONSE_HEADERS): JsonSchema {
  return { [name]: { $ref: `#/components/headers/${name}` } };
}
