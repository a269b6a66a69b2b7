import { ERROR_STATUS } from '@ndx/contracts';

const string = { type: 'string' };
/** Contract 7.1. */
export const ERROR_ENVELOPE = {
  title: 'ErrorEnvelope',
  type: 'object',
  required: ['detail', 'error_code'],
  properties: {
    detail: { ...string, description: 'For people; not stable, do not branch on it.' },
    error_code: { enum: Object.keys(ERROR_STATUS), description: 'Stable category.' },
    request_id: { ...string, description: 'The id of the request, as in `X-Request-Id`.' },
    errors: {
      type: 'array',
      items: { type: 'object', required: ['detail'], properties: { detail: string } },
    },
  },
};

/** Contract 7.4. */
export const SHORT_ERROR = {
  title: 'ShortError',
  type: 'object',
  required: ['detail'],
  properties: { detail: string },
};

/** Contract 7.4: responses have the text; the list is declared, and never sent. */
export const SHAPE_ERROR = {
  title: 'ShapeError',
  type: 'object',
  required: ['detail'],
  properties: {
    detail: {
      anyOf: [
        {
          ...string,
          description: 'The first fault alone: `<part> -> <field path>: <message>`.',
        },
        {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              loc: { type: 'array', items: string },
              msg: string,
              type: string,
              input: {},
              ctx: { type: 'object' },
            },
          },
        },
      ],
    },
  },
};
