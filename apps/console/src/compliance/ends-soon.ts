import type { InstitutionAttestation } from '@ndx/client';

const DAY_MS = 86_400_000;
const SOON_DAYS = 30;

/** The filter of a list by end, as its address has it. */
export const ENDS = { all: 'All', soon: 'End within 30 days' };

/** The days until an attestation ends, begun ones included. */
export function daysLeft({ expires_at }: InstitutionAttestation, now: number): number {
  return Math.ceil((Date.parse(expires_at) - now) / DAY_MS);
}

/** The time in 30 days: what ends before it ends soon. */
export function endOfSoon(now: number): string {
  return new Date(now + SOON_DAYS * DAY_MS).toISOString();
}

/** Whether an active attestation ends within 30 days. */
export function endsSoon(attestation: InstitutionAttestation, now: number): boolean {
  return attestation.status === 'active' && daysLeft(attestation, now) <= SOON_DAYS;
}
