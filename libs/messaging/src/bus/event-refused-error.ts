/**
 * The bus permanently rejects an event: it is too large, or cannot be written as a message. All
 * other publication errors are temporary.
 */
export class EventRefusedError extends Error {
  override readonly name = 'EventRefusedError';
}
