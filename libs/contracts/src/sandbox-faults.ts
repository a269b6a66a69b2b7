/** Faults that no data can cause; the gateway of a sandbox simulates them (decision 0086). */
export const SANDBOX_FAULTS = ['rate_limit', 'server_error', 'slow_answer'] as const;

export type SandboxFault = (typeof SANDBOX_FAULTS)[number];

/**
 * The identifiers in the body of a query that cause a fault: `consumer_id` of a query for a business,
 * which identifies no business, and the social security number of a consumer in a template query.
 */
export const SANDBOX_FAULT_IDENTIFIERS = {
  rate_limit: {
    consumer_id: '00000000-0000-4000-8000-000000000429',
    social_security_number: 219_090_429,
  },
  server_error: {
    consumer_id: '00000000-0000-4000-8000-000000000500',
    social_security_number: 219_090_500,
  },
  slow_answer: {
    consumer_id: '00000000-0000-4000-8000-000000000408',
    social_security_number: 219_090_408,
  },
} as const satisfies Record<
  SandboxFault,
  { readonly consumer_id: string; readonly social_security_number: number }
>;
