import { kybCertificate, type QueryingConfiguration } from '@ndx/catalog';
import {
  DomainError,
  type ConsentState,
  type ModelSelection,
  type PermissiblePurpose,
} from '@ndx/contracts';
import type { Candidate } from '../domain/candidate.js';
import { assembleCertificate, type Assembly } from '../domain/certificate/assemble-certificate.js';
import { sectionOf, valuesOf } from '../domain/certificate/section-reader.js';
import { visibleBusiness } from '../domain/certificate/stated-business.js';
import { admission, isRefused } from '../domain/consent/admission.js';
import { choosePolicies } from '../domain/policy/choose-policies.js';
import type { QueryingPolicy } from '../domain/policy/querying-policy.js';
import { latestRecords } from '../domain/latest-records.js';
import { consentedAccess } from '../domain/consent/consented-access.js';
import { DAY, id, NETWORK, NOW } from './builders.js';
import { BANKS } from './furnished-worlds.js';
import type { Draw } from './draw.js';
import {
  configuration,
  ELSEWHERE,
  knownPolicies,
  OWN_POLICY,
  PURPOSES,
  QUERYING,
  withFewFields,
  type GovernedModel,
} from './policy-changes.js';
import { bindingOf, disputesOf, type Released } from './released.js';
import { stating } from './world.js';

const timeOf = (daysAgo: number) => new Date(NOW - daysAgo * DAY).toISOString();

/** The sections of a certificate, with some of their fields. */
export const SECTIONS: readonly GovernedModel[] = kybCertificate.models.map(
  ({ name, performedAt, assertions }) => ({
    name,
    isSection: true,
    fields: [
      { name: performedAt, values: [2, 4, 11].map(timeOf) },
      ...assertions
        .filter(({ type }) => type === 'boolean')
        .map((field) => ({ name: field.name, values: [true, false] })),
      { name: 'business_legal_name', values: ['Name 0', 'Name 1'] },
      { name: 'business_registration_identifier', values: ['1', '2'] },
    ],
  }),
);

/** A query for a certificate, and the records of its business. */
export interface CertificateWorld {
  /** One for each section that an institution furnished. */
  readonly records: readonly Candidate[];
  readonly binding: ConsentState | 'none' | 'closed';
  readonly purpose: PermissiblePurpose | undefined;
  /** The id of the policy that the query names. */
  readonly named: string | undefined;
  /** The selections of the policy of another network. */
  readonly elsewhere: readonly ModelSelection[];
}

export function certificateWorld(draw: Draw): CertificateWorld {
  const attested = draw.some(BANKS);
  const records = Array.from({ length: 1 + draw.nat(5) }, (_, place) =>
    sectionRecord(draw, place, attested),
  );
  const fields = SECTIONS.flatMap((section) => section.fields.map(({ name }) => name));
  const disputes = disputesOf(draw, records, fields);
  const named = draw.one([null, OWN_POLICY, ELSEWHERE]) ?? undefined;
  return {
    records: records.map((record) => ({ ...record, disputes })),
    binding: bindingOf(draw, 'business', SECTIONS),
    purpose: draw.one([null, ...PURPOSES]) ?? undefined,
    named,
    elsewhere: named === ELSEWHERE ? rulesElsewhere(draw) : [],
  };
}

/** Each limits the age, by a time that a consent can hide. */
function rulesElsewhere(draw: Draw): ModelSelection[] {
  return configuration(draw, withFewFields(draw, SECTIONS)).modelSelections.map((selection) => ({
    ...selection,
    max_age_days: draw.one([2, 5, 30]),
  }));
}

function sectionRecord(draw: Draw, place: number, attested: readonly string[]): Candidate {
  const { name: model, fields } = draw.one(SECTIONS);
  const furnishedDaysAgo = draw.one([1, 2, 4]);
  const performedDaysAgo = furnishedDaysAgo + draw.one([0, 1, 10, 40]);
  const furnishingEntityId = draw.one(BANKS);
  const [time = '', ...others] = fields.map(({ name }) => name);
  const stated = others.map((name) => {
    const values = fields.find((field) => field.name === name)?.values ?? [];
    return [
      name,
      draw.mostly<unknown>(values[0], () => draw.one([values[1] ?? null, null])),
    ] as const;
  });
  const assertions = { [time]: timeOf(performedDaysAgo) };
  return {
    model,
    networkId: NETWORK,
    furnishingEntityId,
    recordId: id(1_000 + place),
    performedAt: NOW - performedDaysAgo * DAY,
    furnishedAt: NOW - furnishedDaysAgo * DAY,
    attestationId: attested.includes(furnishingEntityId) ? id(40) : null,
    statedBusiness: draw.one([null, namedIn('Name 0'), namedIn('Name 1')]),
    disputes: [],
    newest: null,
    text: `"assertions":${JSON.stringify(assertions)},"data":${JSON.stringify(Object.fromEntries(stated))}`,
  };
}

const namedIn = (name: string) => JSON.stringify(stating(name));

/** What a policy releases to the query: the answer, and the records that it is made of. */
export function releasedCertificate(
  world: CertificateWorld,
  configuration: QueryingConfiguration,
): Released<CertificateWorld> {
  const { records, binding, purpose } = world;
  const policy = chosenPolicy(world, configuration);
  if (!policy) return { values: [], alone: undefined };
  const admitted = admission(binding, policy, kybCertificate, purpose);
  if (isRefused(admitted)) return { values: [], alone: undefined };
  const { consent: bound } = admitted;
  const rules = { accessTo: consentedAccess(bound, NOW), policy, consent: bound };
  const { assembly } = assembleCertificate({
    product: kybCertificate,
    candidates: latestRecords(records),
    rules: new Map([[NETWORK, rules]]),
    furnishingEntityIds: [],
    now: NOW,
  });
  if (!assembly) return { values: [], alone: undefined };
  const chosen = new Set([...assembly.values()].map(({ candidate }) => candidate.recordId));
  const alone = records.filter(({ recordId }) => chosen.has(recordId));
  return { values: valuesIn(assembly), alone: { ...world, records: alone } };
}

/** The policy that the query uses; undefined where it is refused. */
function chosenPolicy(
  { named, elsewhere }: CertificateWorld,
  configuration: QueryingConfiguration,
): QueryingPolicy | undefined {
  const productId = kybCertificate.id;
  const asked = { principal: QUERYING, policyId: named, networkIds: [NETWORK], productId };
  try {
    return choosePolicies(asked, knownPolicies(configuration, elsewhere, productId)).get(NETWORK);
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

function valuesIn(assembly: Assembly): string[] {
  return [...assembly].flatMap(([model, { candidate, text, rules }]) => {
    const { recordId } = candidate;
    const stated = Object.entries(valuesOf(sectionOf({ text })));
    const named = Object.entries(visibleBusiness(candidate, rules) ?? {});
    return [
      ...[...stated, ...named.map(([field, value]) => [`meta.business.${field}`, value] as const)]
        .filter(([, value]) => value !== null)
        .map(([field, value]) => `${recordId} ${model}.${field}: ${String(value)}`),
      `${recordId} ${model}`,
    ];
  });
}
