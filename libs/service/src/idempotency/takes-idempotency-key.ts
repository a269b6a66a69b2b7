import type { OperationWords } from '../http/operation.js';

/**
 * Whether an operation is done once for an `Idempotency-Key`: every public POST that changes
 * something. The behaviour and the document both ask here.
 */
export function takesIdempotencyKey(operation: {
  readonly method: string;
  readonly words: OperationWords | undefined;
}): boolean {
  const { method, words } = operation;
  return method === 'POST' && words !== undefined && words.changesNothing !== true;
}
