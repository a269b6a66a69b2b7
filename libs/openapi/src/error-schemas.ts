import { ERROR_STATUS, REASON_NAMES } from '@ndx/contracts';

const string = { type: 'string' };
const CODES = Object.keys(ERROR_STATUS);
const LIST = CODES.map((code) => `\`${code}\``).join(', ');

const detail = {
  ...string,
  description: 'For people; not stable, do not branch on it.',
  examples: ['Not enough permissions'],
};

/**
 * The error code, without a list of values: a new code is a compatible change (docs/versioning.md).
 */
const error_code = {
  ...string,
  description: `Stable category: ${LIST}. A code may be added.`,
  examples: CODES,
};

/** Without a list of values, as the error code. */
const reason = {
  ...string,
  description: 'Stable reason, more precise than the category. A reason may be added.',
  examples: REASON_NAMES,
};

const request_id = {
  ...string,
  description: 'The id of the request, as in `X-Request-Id`.',
  examples: ['0192d3c0-5c5e-7a80-9b1e-000000000001'],
};

const errors = {
  type: 'array',
  description: 'The faults of an operation that validates several things.',
  items: {
    title: 'ItemError',
    type: 'object',
    required: ['detail'],
    properties: {
      code: {
        ...string,
        description: 'A stable code of the operation.',
        examples: ['invalid_value'],
      },
      path: {
        ...string,
        description: 'The member of the body, its names joined by dots; empty for the body.',
        examples: ['business_identity.business_legal_name'],
      },
      detail,
    },
  },
};

/** Contract 7.1. */
export const ERROR_ENVELOPE = {
  title: 'ErrorEnvelope',
  description: 'An error of the application (contract 7.1).',
  type: 'object',
  required: ['detail', 'error_code', 'reason'],
  properties: { detail, error_code, reason, request_id, errors },
};

/** Contract 7.4: malformed requests and the authentication layer. */
export const SHORT_ERROR = {
  title: 'ShortError',
  description: 'A malformed request, or an error of the authentication layer (contract 7.4).',
  type: 'object',
  required: ['detail'],
  properties: { detail },
};

/** Either error as one schema, because a client parses it by the status. */
export const ANY_ERROR = {
  title: 'AnyError',
  description:
    'An error of the application, or of the authentication layer, which has no `error_code`.',
  type: 'object',
  required: ['detail'],
  properties: { detail, error_code, reason, request_id, errors },
};

const text = (description: string, example: string) => ({
  ...string,
  description,
  examples: [example],
});

/** Contract 7.4: the list is declared and never sent. It is in the components alone. */
export const DECLARED_SHAPE_ERROR = {
  title: 'DeclaredShapeError',
  description:
    'The form with a list that the contract declares for a 422 (7.4). It is never sent: a 422 has a `ShortError`.',
  type: 'object',
  required: ['detail'],
  properties: {
    detail: {
      type: 'array',
      description: 'The faults of the request.',
      items: {
        title: 'DeclaredShapeFault',
        type: 'object',
        properties: {
          loc: {
            type: 'array',
            description: 'The part and the path of the field.',
            items: string,
            examples: [['body', 'network_id']],
          },
          msg: text('The fault.', 'is required'),
          type: text('The kind of fault.', 'missing'),
          input: { description: 'The value.' },
          ctx: { type: 'object', description: 'More about the fault.' },
        },
      },
    },
  },
};
