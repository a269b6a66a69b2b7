const KIB = 1024;

/**
 * The bounds of stored data, declared once (replication 3). The parts of every aggregate are
 * bounded so that its largest event is at most `EVENT_BYTES.state`, a furnished record so that its
 * event is at most `EVENT_BYTES.record`; the outbox rejects larger events.
 */
export const BOUNDS = {
  consent: {
    /** Maximum number of grants of a consent, including closed ones. */
    grants: 200,
    /** Field definitions of all its grants together. */
    fieldDefinitions: 2_000,
  },
  institution: {
    /** Networks of one institution: every request carries its memberships. */
    networks: 1_000,
    /** Clients of one institution that it has not removed. */
    clients: 1_000,
    /** Addresses and address ranges of one client. */
    clientAddresses: 50,
    /** Open invitations that an institution sent. */
    invitations: 100,
  },
  queryingPolicy: {
    /** Bytes of `model_selections` as JSON. */
    selectionBytes: 256 * KIB,
    /** Tests that it carries. */
    tests: 50,
    /** Bytes of one of them as JSON. */
    testBytes: 32 * KIB,
  },
  business: {
    /** Registrations of one business in one network. */
    registrations: 50,
  },
  separation: {
    /** Records of the separated subject, and its consents. */
    parts: 1_000,
  },
  record: {
    /** Bytes of a furnished record's data as JSON, with encrypted secrets. */
    dataBytes: 944 * KIB,
  },
  document: {
    /** Bytes of a document. */
    bytes: 20 * 1_024 * KIB,
    /** Bytes of one part of an upload or a download: below 1 MiB in Base64. */
    partBytes: 512 * KIB,
    /** Documents of an institution that no record references. */
    unreferenced: 100,
  },
  simulation: {
    /** Queries in the list of a simulation; further ones are counted, and listed as follows. */
    listed: 10_000,
    /** The first queries of each entry of its counts, which are listed in any case. */
    listedOfEach: 20,
    /** Entries of each breakdown of its counts; further ones are counted together. */
    entries: 500,
  },
  noticeEndpoint: {
    /** Endpoints of one institution. */
    perInstitution: 20,
  },
} as const;

/** Bytes of an event's payload. */
export const EVENT_BYTES = {
  /**
   * A direct delivery contains it as a JSON text within JSON, at most twice as long: below 1 MiB.
   */
  state: 384 * KIB,
  /** A broker's default limit for a message is 1 MiB; a direct delivery has one at a time. */
  record: 960 * KIB,
} as const;

/**
 * Maximum bytes of a message: `max.message.bytes` of the topics that a process creates, and the
 * limit of the embedded bus. Every event is also within a broker's default of 1 MiB.
 */
export const BUS_MESSAGE_BYTES = 8 * 1024 * KIB;

/**
 * Bytes of a direct delivery: two of the largest states, each at most doubled, for a change and a
 * recovery (replication 4). It does not depend on MAX_BODY_BYTES.
 */
export const DELIVERY_BYTES = 2048 * KIB;

/** The UTF-8 bytes of a value as JSON. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
