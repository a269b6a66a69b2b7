import { DomainError } from '@ndx/contracts';
import fc from 'fast-check';
import {
  addGrant,
  amendConsent,
  endGrant,
  grantConsent,
  revokeConsent,
  type ConsentChange,
} from '../domain/consent-change.js';
import type { Consent } from '../domain/consent.js';

/** A request on a consent. Times are in hours after it was recorded. */
export type Request =
  | { readonly kind: 'open'; readonly from: number | undefined; readonly to: number | undefined }
  | { readonly kind: 'close'; readonly grant: number }
  | { readonly kind: 'amend'; readonly consentedFields: string }
  | { readonly kind: 'prolong'; readonly expiry: number }
  | { readonly kind: 'revoke' };

/** An accepted request, an hour after the previous one, with the consent before it. */
export interface Step {
  readonly hour: number;
  readonly request: Request;
  readonly before: Consent;
  readonly change: ConsentChange;
}

export interface Life {
  readonly recorded: Consent;
  readonly steps: readonly Step[];
  /** The consent after the last step. */
  readonly consent: Consent;
}

export const atHour = (hours: number) =>
  new Date(Date.parse('2025-03-10T08:00:00.000Z') + hours * 3_600_000);

const hour = fc.integer({ min: -10, max: 40 });
const perhaps = fc.option(hour, { nil: undefined });

const request: fc.Arbitrary<Request> = fc.oneof(
  fc.record({ kind: fc.constant('open' as const), from: perhaps, to: perhaps }),
  fc.record({ kind: fc.constant('close' as const), grant: fc.nat(5) }),
  fc.record({
    kind: fc.constant('amend' as const),
    consentedFields: fc.constantFrom('*', 'a.*', 'a.b,c.d'),
  }),
  fc.record({ kind: fc.constant('prolong' as const), expiry: hour }),
  fc.record({ kind: fc.constant('revoke' as const) }),
);

/** Arbitrary sequences of requests on a consent. Rejected requests are left out. */
export const anyLife: fc.Arbitrary<Life> = fc.array(request, { maxLength: 20 }).map((requests) => {
  const recorded = record();
  const steps: Step[] = [];
  let consent = recorded;
  for (const [index, asked] of requests.entries()) {
    const before = consent;
    const change = granted(() => answer(asked, before, atHour(index + 1)));
    if (!change) continue;
    steps.push({ hour: index + 1, request: asked, before, change });
    consent = change.consent;
  }
  return { recorded, steps, consent };
});

function record(): Consent {
  const terms = { scope: '*', consentedFields: '*', expiresAt: atHour(30) };
  const subject = { id: 'subject', matchHashes: ['hash'] };
  const whose = { kind: 'business', entityId: 'bank', networkId: null } as const;
  const input = { ...whose, subject, legalName: 'Example LLC', terms };
  return grantConsent(input, atHour(0)).consent;
}

function answer(asked: Request, consent: Consent, now: Date): ConsentChange {
  switch (asked.kind) {
    case 'open':
      return addGrant(
        consent,
        {
          furnishingEntityId: '*',
          fieldDefinitions: ['*'],
          effectiveFrom: asked.from === undefined ? undefined : atHour(asked.from),
          effectiveTo: asked.to === undefined ? undefined : atHour(asked.to),
        },
        now,
      );
    case 'close':
      return endGrant(consent, consent.grants[asked.grant]?.id ?? 'unknown', now);
    case 'amend':
      return amendConsent(consent, { consentedFields: asked.consentedFields }, now);
    case 'prolong':
      return amendConsent(consent, { expiresAt: atHour(asked.expiry) }, now);
    case 'revoke':
      return revokeConsent(consent, now);
  }
}

/** Undefined when the request is rejected. */
function granted(change: () => ConsentChange): ConsentChange | undefined {
  try {
    return change();
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
