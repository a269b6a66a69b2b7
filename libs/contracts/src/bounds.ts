const KIB = 1024;

/**
 * The bounds of what is stored, declared once (decision 0060). Every aggregate is bounded in its
 * parts so that its largest event is at most `EVENT_BYTES.state`, a furnished record so that its
 * event is at most `EVENT_BYTES.record`; the outbox refuses a larger event.
 */
export const BOUNDS = {
  consent: {
    /** Grants that a consent ever has; closed grants count. */
    grants: 200,
    /** Field definitions of all its grants together. */
    fieldDefinitions: 2_000,
  },
  queryingPolicy: {
    /** Bytes of `model_selections` as JSON. */
    selectionBytes: 256 * KIB,
  },
  business: {
    /** Registrations of one business in one network. */
    registrations: 50,
  },
  record: {
    /** Bytes of a furnished record's data as JSON, with its secrets sealed. */
    dataBytes: 944 * KIB,
  },
} as const;

/** Bytes of an event's payload. */
export const EVENT_BYTES = {
  /** Delivered directly it is a JSON text within JSON, at most twice as long: below 1 MiB. */
  state: 384 * KIB,
  /** Never delivered directly; a broker's default limit for a message is 1 MiB. */
  record: 960 * KIB,
} as const;

/**
 * Bytes of a message that the bus takes: `max.message.bytes` of the topics that a process creates,
 * and the limit of the embedded bus. Every event fits a broker's default of 1 MiB, too.
 */
export const BUS_MESSAGE_BYTES = 8 * 1024 * KIB;

/**
 * Bytes of a request that delivers events directly: two of the largest states, each at most doubled,
 * as a change and a recovery may be (decision 0062). It does not depend on MAX_BODY_BYTES.
 */
export const DELIVERY_BYTES = 2048 * KIB;

/** The UTF-8 bytes of a value as JSON. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
