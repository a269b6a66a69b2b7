/**
 * The bus refuses an event for what it is, and so will refuse it again: it is too large, or cannot be
 * written as a message. Any other error of a publication is one of the bus, and passes.
 */
export class EventRefusedError extends Error {
  override readonly name = 'EventRefusedError';
}
