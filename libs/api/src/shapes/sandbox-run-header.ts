import { SANDBOX_RUN_HEADER } from '@ndx/contracts';
import type { HeaderShape } from '../operation/operation.js';
import { RequestShapeError } from './request-shape-error.js';

const NAME = /^[\w.-]{1,64}$/;

/** The header with the name of a test run, whose clock is used instead of the institution's. */
export const sandboxRunHeader: HeaderShape<string | undefined> = {
  schema: {
    type: 'string',
    pattern: NAME.source,
    description:
      'The test run whose clock is meant; without it, the clock of the institution. Every operation of a sandbox has this header.',
    examples: ['ci-1742'],
  },
  read: (value) => {
    if (value === undefined || NAME.test(value)) return value;
    throw new RequestShapeError(
      'header',
      [SANDBOX_RUN_HEADER],
      'must have 1 to 64 letters, digits, dots, hyphens or underscores',
    );
  },
};
