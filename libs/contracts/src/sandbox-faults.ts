/** Faults that no data can cause; the gateway of a sandbox simulates them (decision 0086). */
export const SANDBOX_FAULTS = [
  'rate_limit',
  'long_rate_limit',
  'server_error',
  'slow_answer',
  'connection_cut',
] as const;

export type SandboxFault = (typeof SANDBOX_FAULTS)[number];

/** The values in a body that cause a fault, one for each kind of request. */
export interface FaultIdentifiers {
  /** Of a query for a business, which identifies no business by it. */
  readonly consumer_id: string;
  /** Of the consumer of a template query, a furnished template record or a consent. */
  readonly social_security_number: number;
  /** The registration of the business of a furnished record or a consent. */
  readonly registration: string;
  /** Of an attestation. */
  readonly signed_by_name: string;
}

export const SANDBOX_FAULT_IDENTIFIERS = {
  rate_limit: {
    consumer_id: '00000000-0000-4000-8000-000000000429',
    social_security_number: 219_090_429,
    registration: '8809429',
    signed_by_name: 'Sandbox Rate Limit',
  },
  long_rate_limit: {
    consumer_id: '00000000-0000-4000-8000-000000004290',
    social_security_number: 219_094_290,
    registration: '8804290',
    signed_by_name: 'Sandbox Long Rate Limit',
  },
  server_error: {
    consumer_id: '00000000-0000-4000-8000-000000000500',
    social_security_number: 219_090_500,
    registration: '8809500',
    signed_by_name: 'Sandbox Server Error',
  },
  slow_answer: {
    consumer_id: '00000000-0000-4000-8000-000000000408',
    social_security_number: 219_090_408,
    registration: '8809408',
    signed_by_name: 'Sandbox Slow Answer',
  },
  connection_cut: {
    consumer_id: '00000000-0000-4000-8000-000000000499',
    social_security_number: 219_090_499,
    registration: '8809499',
    signed_by_name: 'Sandbox Connection Cut',
  },
} as const satisfies Record<SandboxFault, FaultIdentifiers>;
