import {
  AttestationCreated,
  AttestationRevoked,
  BusinessIdentified,
  ConsentGranted,
  QueryingPolicySaved,
  RecordFurnished,
  type PayloadOf,
} from '@ndx/contracts';
import { aSelection } from './builders.js';
import { KYB } from './coverage.js';
import {
  FURNISHERS,
  MODEL,
  PERFORMED_AT,
  slotOf,
  type KybWorld,
  type Setting,
} from './denied-kyb.js';
import { askUnreadable, querierOf, type Unreadable } from './denied-simulations.js';
import { aDefaultPolicy } from './explained-business.js';
import type { QueryService } from './query-service.js';
import { twinCaller, type Asked, type Ids } from './twin-services.js';
import { aConsent, anAttestation, type World } from './world.js';

const DAY = 86_400_000;
const HASH = 'hash of the subject ';

/** Removes the ids of used records, which differ between the worlds. */
export const withoutRecordIds = (text: string) =>
  text
    .replaceAll(/record_id\\":\\"[^"\\]+/g, 'record_id')
    // Of the records of `make`, in the paths and the decision of a file.
    .replaceAll(/[0-9a-f]{8}-0000-7000-8000-0{9}1[0-9]{2}/g, 'record_id');

/** Index numbers of records that both worlds have. */
export const NETWORK = 1;
export const UNLISTED = 2;
const FOREIGN = 3;
const CALLER = 4;
const CONSENT = 5;
const POLICY = 6;
export const furnisherId = (ids: Ids, furnisher: number) => ids(20 + furnisher);
export const subjectIds = {
  here: 11,
  'of another subject': 12,
  'not listed': 13,
  foreign: 14,
} as const;
export const networks = {
  here: NETWORK,
  'of another subject': NETWORK,
  'not listed': UNLISTED,
  foreign: FOREIGN,
} as const;

const NAME = 'Real Name LLC';

export const callerOf = (ids: Ids) => twinCaller(ids, CALLER, [NETWORK, UNLISTED]);

export function questions(ids: Ids, { consent, scope }: Setting): Asked[] {
  const body = {
    network_ids: [ids(NETWORK)],
    furnishing_entity_ids: scope.map((furnisher) => furnisherId(ids, furnisher)),
    ...(consent ? { consent_id: ids(CONSENT) } : { business_id: ids(subjectIds.here) }),
  };
  const post = (path: string, sent: object): Asked => ({ method: 'POST', path, body: sent });
  return [
    post('/v1/products/kyb_certificate/query', body),
    post('/v1/products/check', { ...body, product_id: KYB }),
    { method: 'GET', path: `/v1/query-events?network_id=${ids(NETWORK)}` },
  ];
}

/** Institutions also query the network that the other queries do not list. */
export async function askBoth(
  service: QueryService,
  ids: Ids,
  unreadable: readonly Unreadable[],
): Promise<void> {
  const networks = [NETWORK, UNLISTED];
  const path = '/v1/products/kyb_certificate/query';
  for (const query of unreadable) {
    const body = {
      network_ids: networks.map(ids),
      furnishing_entity_ids: [furnisherId(ids, query.furnisher)],
      business_id: ids(subjectIds.here),
    };
    const querier = querierOf(ids, query, networks);
    await askUnreadable(service, querier, { method: 'POST', path, body });
  }
}

/** Delivers a world to a service. */
export async function make(
  service: QueryService,
  ids: Ids,
  setting: Setting,
  world: KybWorld,
  now: number,
): Promise<void> {
  const daysAgo = (days: number) => new Date(now - days * DAY).toISOString();
  const hashOf = (place: keyof typeof subjectIds) =>
    place === 'of another subject' ? `another ${ids(0)}` : HASH + ids(0);
  await service.deliver(
    BusinessIdentified,
    ...(Object.keys(subjectIds) as (keyof typeof subjectIds)[]).map((place) => ({
      business_id: ids(subjectIds[place]),
      network_id: ids(networks[place]),
      match_hashes: [hashOf(place)],
      merged_into: null,
      revision: 1,
    })),
  );
  const records = world.verifications.flatMap((all, slot) => {
    const { furnisher, place } = slotOf(slot);
    return all.map((one, turn): PayloadOf<typeof RecordFurnished> => {
      const performed = one.performedDaysAgo === null ? null : daysAgo(one.performedDaysAgo);
      return {
        record_id: ids(100 + 2 * slot + turn),
        network_id: ids(networks[place]),
        dataset: 'kyb_certificate',
        subject_type: 'business',
        subject_id: ids(subjectIds[place]),
        furnishing_entity_id: furnisherId(ids, furnisher),
        furnished_at: daysAgo(one.furnishedDaysAgo),
        // No consent of a setting opens the name.
        stated_business: setting.consent && {
          business_legal_name: world.foreignPolicy ? NAME : 'Another Inc',
          business_jurisdiction_of_formation: null,
          business_registration_identifier: null,
        },
        models: { [MODEL]: { assertions: { [PERFORMED_AT]: performed }, data: one.values } },
      };
    });
  });
  if (records.length > 0) await service.deliver(RecordFurnished, ...records);
  await attest(service, ids, setting, world);
  await decide(service, ids, setting, world);
}

async function attest(service: QueryService, ids: Ids, setting: Setting, world: KybWorld) {
  const attestation = (furnisher: number, n: number) =>
    anAttestation({
      attestation_id: ids(n + furnisher),
      entity_id: furnisherId(ids, furnisher),
      product_id: KYB,
    });
  const current = setting.attested.map((furnisher) => attestation(furnisher, 40));
  if (current.length > 0) await service.deliver(AttestationCreated, ...current);
  const ended = FURNISHERS.filter((furnisher) => world.endedAttestations[furnisher]).map(
    (furnisher) => ({
      ...attestation(furnisher, 50),
      created_at: '2026-02-01T00:00:00.000Z',
      revoked_at: '2026-03-01T00:00:00.000Z',
    }),
  );
  if (ended.length > 0) await service.deliver(AttestationRevoked, ...ended);
}

async function decide(service: QueryService, ids: Ids, setting: Setting, world: KybWorld) {
  const whose: World = {
    networkId: ids(NETWORK),
    principal: callerOf(ids),
    subjectId: ids(subjectIds.here),
    furnisherId: furnisherId(ids, 0),
    hash: HASH + ids(0),
  };
  const fieldsOf = (fields: readonly string[]) => fields.map((field) => `${MODEL}.${field}`);
  if (setting.consent) {
    const { fields, grants } = setting.consent;
    const consent = aConsent(whose, {
      consent_id: ids(CONSENT),
      business_legal_name: NAME,
      consented_fields: fieldsOf(fields).join(','),
      field_access_grants: grants.map(({ to, fields: granted, isInForce }, place) => ({
        grant_id: ids(60 + place),
        furnishing_entity_id: to === '*' ? '*' : furnisherId(ids, to),
        field_definitions: fieldsOf(granted),
        effective_from: '2026-01-01T00:00:00.000Z',
        effective_to: isInForce ? null : '2026-01-02T00:00:00.000Z',
      })),
    });
    await service.deliver(ConsentGranted, consent);
  }
  if (world.foreignConsent) {
    const consent = aConsent(whose, { consent_id: ids(8), entity_id: ids(9) });
    await service.deliver(ConsentGranted, consent);
  }
  if (setting.policy) await service.deliver(QueryingPolicySaved, policyOf(ids, setting.policy));
  if (world.foreignPolicy) {
    const nothing = { ...NO_WORD, is_enabled: false };
    const policy = { ...policyOf(ids, nothing), policy_id: ids(10), network_id: ids(FOREIGN) };
    await service.deliver(QueryingPolicySaved, policy);
  }
}

export type Policy = NonNullable<Setting['policy']>;

export const NO_WORD: Policy = {
  is_enabled: true,
  is_required: false,
  attestation_required: false,
  max_age_days: null,
  sources: [],
  fields: [],
};

export function policyOf(
  ids: Ids,
  { sources, fields, ...model }: Policy,
): PayloadOf<typeof QueryingPolicySaved> {
  const idsOf = (furnishers: readonly number[]) => furnishers.map((one) => furnisherId(ids, one));
  return aDefaultPolicy(
    { networkId: ids(NETWORK) },
    {
      policy_id: ids(POLICY),
      entity_id: ids(15),
      model_selections: [
        aSelection({
          ...model,
          selected_provenance_option_ids: idsOf(sources),
          field_selections: fields.map((field) => ({
            field_name: field.name,
            is_enabled: field.isEnabled,
            is_required: field.isRequired,
            accepted_values: field.accepted === null ? null : [...field.accepted],
            selected_provenance_option_ids: idsOf(field.sources),
          })),
        }),
      ],
    },
  );
}
