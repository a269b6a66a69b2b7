import { kybCertificate } from '@ndx/catalog';
import type { QueryEvent } from '@ndx/contracts';
import { assembleCertificate } from '../domain/certificate/assemble-certificate.js';
import { admission, isRefused } from '../domain/consent/admission.js';
import { consentedAccess } from '../domain/consent/consented-access.js';
import { decisionOf } from '../domain/decision/decision.js';
import { latestRecords } from '../domain/latest-records.js';
import type { Draft } from '../domain/replay/draft-rules.js';
import type { FurnishedRecords } from '../domain/replay/past-candidates.js';
import type { PastQuery } from '../domain/replay/replay-certificate.js';
import { id, NETWORK, NOW, QUERIER } from './builders.js';
import { certificateWorld, SECTIONS } from './certificate-worlds.js';
import type { Draw } from './draw.js';
import {
  changedConfiguration,
  configuration,
  OWN_POLICY,
  withFewFields,
} from './policy-changes.js';

/** A query that was answered under a policy, and a draft of the policy. */
export interface PastCertificate {
  readonly query: PastQuery;
  readonly records: FurnishedRecords;
  readonly draft: Draft;
}

/** A past query of a random world; undefined where the policy refused it. */
export function pastCertificate(draw: Draw): PastCertificate | undefined {
  const { id: productId } = kybCertificate;
  const models = withFewFields(draw, SECTIONS);
  const before = configuration(draw, models);
  const after = changedConfiguration(draw, models, before);
  const { records, binding, purpose } = certificateWorld(draw);
  const policy = { ...before, id: OWN_POLICY, version: 1, networkId: NETWORK, productId };
  const admitted = admission(binding, policy, kybCertificate, purpose);
  if (isRefused(admitted)) return undefined;
  const { consent } = admitted;
  const unneeded = consent || typeof binding !== 'object' ? undefined : binding;
  const rules = new Map([
    [NETWORK, { policy, consent, unneeded, accessTo: consentedAccess(consent, NOW) }],
  ]);
  const furnishingEntityIds = draw.mostly<string[]>([], () => [
    draw.one(records).furnishingEntityId,
  ]);
  const { assembly, judgements } = assembleCertificate({
    product: kybCertificate,
    candidates: latestRecords(records.map((record) => ({ ...record, hasLeft: draw.nat(7) === 0 }))),
    ...{ rules, furnishingEntityIds, now: NOW },
  });
  const asked = { networkIds: [NETWORK], furnishingEntityIds, now: NOW };
  return {
    query: {
      product: kybCertificate,
      event: {
        ...EVENT,
        outcome: assembly ? 'issued' : 'no_result',
        permissible_purpose: purpose ?? null,
      },
      selectionsOf: () => before.modelSelections,
      namesPolicy: draw.nat(3) === 0,
      decision: decisionOf({ ...asked, rules, judgements }),
    },
    records: new Map(
      records.map(({ recordId, furnishedAt, statedBusiness, model, performedAt, text }) => [
        recordId,
        {
          ...{ recordId, furnishedAt, statedBusiness },
          statements: [{ dataset: kybCertificate.slug, model, performedAt, text }],
        },
      ]),
    ),
    draft: { ...after, policyId: OWN_POLICY, networkId: NETWORK, productId, status: 'published' },
  };
}

const EVENT: QueryEvent = {
  query_event_id: id(30),
  product_id: kybCertificate.id,
  product_slug: kybCertificate.slug,
  kind: 'product',
  environment: 'development',
  network_ids: [NETWORK],
  policy_id: OWN_POLICY,
  policy_version: 1,
  networks: [{ network_id: NETWORK, policy_id: OWN_POLICY, policy_version: 1 }],
  querying_entity_id: QUERIER,
  account_id: id(31),
  subject_type: 'business',
  subject_id: id(80),
  consent_id: null,
  permissible_purpose: null,
  furnishing_entity_ids: [],
  certificate_id: null,
  outcome: 'issued',
  billable: true,
  occurred_at: new Date(NOW).toISOString(),
  request_id: 'request',
};
