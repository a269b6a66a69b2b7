import { AUTHENTICATION_ERRORS, ERROR_STATUS, type ErrorCode } from '@ndx/contracts';
import type { OperationWords } from '@ndx/service-kit';
import { ERROR_ENVELOPE, SHAPE_ERROR, SHORT_ERROR } from './error-schemas.js';
import { exampleOf } from './example.js';
import type { JsonSchema } from './json-schema.js';

/** What an operation's declaration leaves to its route and its shapes. */
export interface Circumstances {
  /** Whether a token is asked for. */
  readonly isProtected: boolean;
  /** Whether the request has a body, a query, parameters or headers that can be malformed. */
  readonly hasShape: boolean;
  /** Whether the request can carry a body. */
  readonly takesBody: boolean;
}

/** A kind of answer: one status can have several. */
interface Answer {
  readonly description: string;
  readonly schema: JsonSchema;
  readonly examples: Readonly<Record<string, unknown>>;
}

/** Headers of answers, which stand once among the document's components. */
export const RESPONSE_HEADERS = {
  'X-Request-Id': { description: 'The id of the request.', schema: { type: 'string' } },
  'X-Ref-Id': {
    description: 'The reference of the query: its `query_event_id` (contract 7.3).',
    schema: { type: 'string', format: 'uuid' },
  },
} as const;

const REQUEST_ID = header('X-Request-Id');
const REFERENCE = header('X-Ref-Id');
const EXAMPLE_REQUEST_ID = '0192d3c0-5c5e-7a80-9b1e-000000000001';

/** Every answer of an operation: what it says itself, and what may happen to any (contract 7.3). */
export function responsesOf(words: OperationWords, circumstances: Circumstances): JsonSchema {
  const { isProtected, hasShape, takesBody } = circumstances;
  const headers = { ...REQUEST_ID, ...(words.noResult !== undefined && REFERENCE) };
  const refusedWith = (status: number) => envelopes(words.refusals ?? {}, status);
  const failures: Readonly<Record<number, readonly Answer[]>> = {
    400: refusedWith(400),
    401: isProtected
      ? [short('No token, or none that counts.', 'absent', 'invalid', 'noAccount')]
      : [],
    403: isProtected
      ? [short('The token lacks the permission.', 'missingPermission'), ...refusedWith(403)]
      : [],
    404: refusedWith(404),
    409: refusedWith(409),
    413: takesBody ? envelopes({ PAYLOAD_TOO_LARGE: 'the request body is too large' }, 413) : [],
    422: hasShape ? [MALFORMED] : [],
    500: [
      ...envelopes(FAILURES, 500),
      ...(isProtected ? [short('The identity provider cannot be used.', 'unavailable')] : []),
    ],
  };
  return {
    200: { ...rendered([success(words.answer as JsonSchema)]), headers },
    ...(words.noResult !== undefined && { 204: { description: words.noResult, headers } }),
    ...Object.fromEntries(
      Object.entries(failures)
        .filter(([, answers]) => answers.length > 0)
        .map(([status, answers]) => [status, { ...rendered(answers), headers: REQUEST_ID }]),
    ),
  };
}

const FAILURES = {
  OPERATION_FAILED: 'the operation failed, nothing was acknowledged; try again',
  INTERNAL_ERROR: 'an unexpected error occurred',
} as const;

const MALFORMED: Answer = {
  description: 'The request has not the shape that is asked for; the first fault is named.',
  schema: SHAPE_ERROR,
  examples: { malformed: { detail: 'body -> network_id: is required' } },
};

function success(schema: JsonSchema): Answer {
  return { description: 'Success.', schema, examples: { success: exampleOf(schema) } };
}

/** The refusals that answer with the status, as one kind of answer (contract 7.1). */
function envelopes(
  refusals: Readonly<Partial<Record<ErrorCode, string>>>,
  status: number,
): Answer[] {
  const ofStatus = Object.entries(refusals).filter(
    ([code]) => ERROR_STATUS[code as ErrorCode] === status,
  );
  if (ofStatus.length === 0) return [];
  return [
    {
      description: ofStatus.map(([code, reason]) => `\`${code}\`: ${reason}.`).join(' '),
      schema: ERROR_ENVELOPE,
      examples: Object.fromEntries(
        ofStatus.map(([code, detail]) => [
          code,
          { detail, error_code: code, request_id: EXAMPLE_REQUEST_ID },
        ]),
      ),
    },
  ];
}

/** A refusal of the authentication layer (contract 5). */
function short(description: string, ...kinds: (keyof typeof AUTHENTICATION_ERRORS)[]): Answer {
  const examples: JsonSchema = Object.fromEntries(
    kinds.map((kind) => [kind, { detail: AUTHENTICATION_ERRORS[kind].detail }]),
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
        schema: schemas.length === 1 ? schemas[0] : { anyOf: schemas },
        examples: Object.fromEntries(examples.map(([name, value]) => [name, { value }])),
      },
    },
  };
}

function header(name: keyof typeof RESPONSE_HEADERS): JsonSchema {
  return { [name]: { $ref: `#/components/headers/${name}` } };
}
