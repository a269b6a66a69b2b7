/** The states of disputes, as the address of their list has them. */
export const DISPUTE_STATES = ['open', 'acknowledged', 'decided'] as const;
