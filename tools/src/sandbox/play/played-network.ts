import type { SandboxParties } from '../sandbox-parties.js';
import type { TemplateSubject } from './template-subject.js';
import type { PlayedInstitutions } from './played-institutions.js';

/** The network of a play, and what stands in it for the names and times of the test. */
export interface PlayedNetwork {
  readonly parties: SandboxParties;
  readonly networkId: string;
  readonly institutions: PlayedInstitutions;
  /** The registration of the business. */
  readonly registration: string;
  /** How its consents are recorded, if the play is of a template. */
  readonly consent?: TemplateSubject['consent'];
  /** Milliseconds from a time of the test to the one that stands for it. */
  readonly shiftMs: number;
}

/** The identity of the business in a record or a consent of the test, with the played registration. */
export function identified(
  { registration, consent }: PlayedNetwork,
  identity: Readonly<Record<string, unknown>> | null | undefined,
) {
  if (consent) return { ...consent.identity, ...identity };
  return {
    ...identity,
    business_jurisdiction_of_formation: 'US-DE',
    business_registration_identifier_from_jurisdiction_of_formation: registration,
  };
}
