import {
  PERMISSIBLE_PURPOSE_BASES,
  PERMISSIBLE_PURPOSE_HEADER,
  PERMISSIBLE_PURPOSES,
  type PermissiblePurpose,
} from '@ndx/contracts';
import type { HeaderShape } from '../operation/operation.js';
import { RequestShapeError } from './request-shape-error.js';

const LIST = Object.entries(PERMISSIBLE_PURPOSE_BASES)
  .map(([purpose, basis]) => `\`${purpose}\` (${basis})`)
  .join('; ');
const ALLOWED = PERMISSIBLE_PURPOSES.join(', ');

/** The header with the purpose of a query (design 6). */
export const purposeHeader: HeaderShape<PermissiblePurpose | undefined> = {
  schema: {
    type: 'string',
    enum: PERMISSIBLE_PURPOSES,
    description: `The permissible purpose of the query, which its query event records: ${LIST}.`,
  },
  read: (value) => {
    if (value === undefined) return undefined;
    const purpose = PERMISSIBLE_PURPOSES.find((known) => known === value);
    if (purpose) return purpose;
    throw new RequestShapeError(
      'header',
      [PERMISSIBLE_PURPOSE_HEADER],
      `must be one of: ${ALLOWED}`,
    );
  },
};
