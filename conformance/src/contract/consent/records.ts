import { memberOf, textIn } from '../../http/answer.js';
import { post, type Request } from '../../http/request.js';
import { fixture, type Kit } from '../../kit/kit.js';
import { businessIdentity, consentIdentity } from '../../kit/subjects.js';
import { type Values } from '../../run/expect.js';
import { fields } from '../../shape/fields.js';
import { record } from '../../shape/shape.js';

/** The consent record (contract 2.1). */
export const CONSENT = record(
  `consent_id: string
   field_access_grants: object[]
   created_at: date-time
   events scope: string
   expires_at: date-time
   consented_fields: string`,
  {
    field_access_grants: record(
      'furnishing_entity_id: string  field_definitions: string[]  effective_from effective_to: date-time',
    ),
  },
);

/** The common terms of creation and update (contract 2.1, design 6). */
export const TERMS = fields(
  'scope?: string | open  expires_at?: date-time | open  consented_fields?: string | open',
);

/** The same record after a change without another effect (design 6). */
export function revised(body: unknown): Values {
  return { ...(body as Values), revision: Number(memberOf(body, 'revision')) + 1 };
}

export type ConsentKind = 'consumer' | 'business';

/** The two kinds of consent, with common checks. */
export const CONSENT_KINDS: readonly ConsentKind[] = ['consumer', 'business'];

export function recordRequest(kit: Kit, kind: ConsentKind, change: Values = {}): Request {
  const identity = kind === 'consumer' ? consentIdentity() : businessIdentity();
  return post(`/v1/consent/${kind}`, {
    network_id: kit.networkId,
    [`did_gather_consent_from_${kind}_prior`]: true,
    [`${kind}_consent_identity`]: identity,
    ...change,
  });
}

/** Records a new consent; returns its id. */
export async function aConsent(kit: Kit, kind: ConsentKind, change: Values = {}): Promise<string> {
  const recorded = await kit.done(recordRequest(kit, kind, change));
  return textIn(recorded.body, 'consent_id');
}

const consents = {
  consumer: fixture((kit) => aConsent(kit, 'consumer')),
  business: fixture((kit) => aConsent(kit, 'business')),
};

/** A consent that rows only read, or change in ways that are rejected. */
export function knownConsent(kit: Kit, kind: ConsentKind): Promise<string> {
  return consents[kind](kit);
}

/** The contract describes the consumer's paths, and the design the same ones for businesses. */
export function sectionOf(kind: ConsentKind): string {
  return kind === 'consumer' ? '4.1' : 'design 6';
}

/** The path of a consent that rows only read. */
export async function pathOf(kit: Kit, kind: ConsentKind): Promise<string> {
  return `/v1/consent/${kind}/${await knownConsent(kit, kind)}`;
}
