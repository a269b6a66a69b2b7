import type { NdxError } from '@ndx/client';
import type { RowError } from './result-line.js';

/** `body -> a -> b: message` (contract 7.4). */
const SHAPE_FAULT = /^body -> ([^:]+): /;

/** Why the network rejected the request of one row: its errors, or the fault of its shape. */
export function rowErrors({ errors, code, detail }: NdxError): readonly RowError[] {
  if (errors.length > 0) return errors;
  const [, path] = SHAPE_FAULT.exec(detail) ?? [];
  return path === undefined
    ? [{ code, detail }]
    : [{ code: 'invalid_value', path: path.split(' -> ').join('.'), detail }];
}
