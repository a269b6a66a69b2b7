import {
  everyReadOf,
  matchKeysOf,
  modelsOf,
  namedSubject,
  partsOf,
  templateBySlug,
  verificationTimesOf,
  type Template,
} from '@ndx/catalog';
import {
  AttestationCreated,
  ConsentGranted,
  ConsumerIdentified,
  QueryingPolicySaved,
  RecordFurnished,
  type PayloadOf,
} from '@ndx/contracts';
import { aField, aSelection } from './builders.js';
import { askUnreadable, querierOf, type Unreadable } from './denied-simulations.js';
import { aDefaultPolicy } from './explained-business.js';
import type { QueryService } from './query-service.js';
import { aConsumerQuery } from './requests.js';
import { twinReaders } from './twin-readers.js';
import { twinCaller, type Asked, type Ids, type Reader } from './twin-services.js';
import { aConsumersConsent, anAttestation, aWorld, type World } from './world.js';

export const FURNISHERS = [0, 1] as const;
export const [NETWORK, ELSEWHERE] = [1, 2] as const;
const [CALLER, SUBJECT, OTHER_SELF] = [4, 11, 12] as const;
const DAY = 86_400_000;

/** The fields of a template that a consent and a policy close. */
export interface Terms {
  readonly template: Template;
  readonly unconsented: readonly string[];
  /** The fields that no grant includes, by furnisher. */
  readonly withheld: readonly (readonly string[])[];
  readonly disabled: readonly string[];
  readonly sources: readonly number[];
}

/** A data set of a bundle with a policy and a newer consent. */
export interface Part extends Terms {
  readonly isEnded: boolean;
}

/** The closed fields of the template's answer; the same in both worlds. */
export interface Setting extends Terms {
  readonly parts: readonly Part[];
  readonly attested: readonly number[];
}

/** The newest record of one furnisher for one data set, and an earlier one; or none. */
export type Slot = {
  readonly daysAgo: number;
  /** The variant of each read of the data set; null where it is not stated. */
  readonly variants: readonly (number | null)[];
  readonly earlier: readonly (number | null)[] | null;
} | null;

export const slotsOf = (template: Template) => {
  const datasets = [...new Set(everyReadOf(template).map(({ dataset }) => dataset))];
  return datasets.flatMap((dataset) =>
    FURNISHERS.map((furnisher) => ({
      dataset,
      furnisher,
      reads: everyReadOf(template).filter((read) => read.dataset === dataset),
    })),
  );
};

export const fieldsOf = (template: Template) => modelsOf(template).flatMap(({ fields }) => fields);

export const callerOf = (ids: Ids) => twinCaller(ids, CALLER, [NETWORK, ELSEWHERE]);

function requestOf({ query }: Template, ids: Ids) {
  const ssn = 100_010_000 + Number(ids(0).slice(0, 8));
  const said = { ...aConsumerQuery(ssn), personal_address_line_2: 'Unit 2' };
  const asked = new Set(query.input.map(({ name }) => name));
  return Object.fromEntries(Object.entries(said).filter(([name]) => asked.has(name)));
}

export function questions(ids: Ids, { template }: Setting): Asked[] {
  const network_ids = [ids(NETWORK)];
  const check = { product_id: template.id, network_ids, consumer_id: ids(SUBJECT) };
  return [
    {
      method: 'POST',
      path: template.query.path,
      body: requestOf(template, ids),
      headers: { 'x-network-id': ids(NETWORK) },
    },
    { method: 'POST', path: '/v1/products/check', body: check },
    { method: 'GET', path: `/v1/query-events?network_id=${ids(NETWORK)}` },
  ];
}

const hashesOf = ({ matchHash }: QueryService, ids: Ids, template: Template) =>
  matchKeysOf(namedSubject('consumer', requestOf(template, ids))).map(({ kind, value }) =>
    matchHash.of(kind, value),
  );

/** Institutions query both networks, under a consent for every network. */
export async function askBoth(
  service: QueryService,
  ids: Ids,
  { template }: Setting,
  unreadable: readonly Unreadable[],
): Promise<void> {
  const match_hashes = hashesOf(service, ids, template);
  const body = requestOf(template, ids);
  for (const [place, query] of unreadable.entries()) {
    const principal = querierOf(ids, query, [NETWORK, ELSEWHERE]);
    const consent = { consent_id: ids(80 + place), network_id: null, consumer_id: ids(SUBJECT) };
    await service.deliver(
      ConsentGranted,
      aConsumersConsent({ ...aWorld(), principal }, { ...consent, match_hashes }),
    );
    await askUnreadable(service, principal, { method: 'POST', path: template.query.path, body });
  }
}

/** Makes a world of the setting. */
export async function make(
  service: QueryService,
  ids: Ids,
  setting: Setting,
  world: readonly Slot[],
  now: number,
): Promise<void> {
  const { template } = setting;
  const hashes = hashesOf(service, ids, template);
  const identified = (network: number, subject: number) => ({
    consumer_id: ids(subject),
    network_id: ids(network),
    match_hashes: hashes,
    merged_into: null,
    revision: 1,
  });
  const selves = [identified(NETWORK, SUBJECT), identified(ELSEWHERE, OTHER_SELF)];
  await service.deliver(ConsumerIdentified, ...selves);
  const records = recordsOf(ids, template, world, now);
  if (records.length > 0) await service.deliver(RecordFurnished, ...records);
  await decide(service, ids, setting, hashes);
}

/** The records of each slot; the second half of the slots is in the other network. */
function recordsOf(ids: Ids, template: Template, world: readonly Slot[], now: number) {
  const slots = slotsOf(template);
  return world.flatMap((slot, place) => {
    const { reads, dataset, furnisher } = slots[place % slots.length] ?? slots[0] ?? {};
    if (slot === null || !reads || dataset === undefined || furnisher === undefined) return [];
    const isHere = place < slots.length;
    const record = (
      variants: readonly (number | null)[],
      daysAgo: number,
      n: number,
    ): PayloadOf<typeof RecordFurnished> => ({
      record_id: ids(10_000 + place * 2 + n),
      network_id: ids(isHere ? NETWORK : ELSEWHERE),
      dataset,
      subject_type: 'consumer',
      subject_id: ids(isHere ? SUBJECT : OTHER_SELF),
      furnishing_entity_id: ids(20 + furnisher),
      furnished_at: new Date(now - daysAgo * DAY).toISOString(),
      stated_business: null,
      models: {
        [dataset]: Object.fromEntries(
          reads.flatMap(({ field }, index) => {
            const variant = variants[index] ?? null;
            if (n === 1 && isTime(dataset, field)) return [[field, EARLIER] as const];
            return variant === null ? [] : [[field, valueOf(dataset, field, variant)] as const];
          }),
        ),
      },
    });
    return [
      ...(slot.earlier ? [record(slot.earlier, slot.daysAgo + 3, 1)] : []),
      record(slot.variants, slot.daysAgo, 0),
    ];
  });
}

/** The time of verification of a replaced record. */
const EARLIER = '2025-12-01T00:00:00.000Z';

export function isTime(dataset: string, field: string): boolean {
  const template = templateBySlug(dataset);
  return template !== undefined && verificationTimesOf(template).includes(field);
}

/** One of two values of a field, as stored by furnishing. */
function valueOf(dataset: string, name: string, variant: number): unknown {
  const field = templateBySlug(dataset)?.furnish?.data.find((one) => one.name === name);
  if (field?.type === 'boolean') return variant === 0;
  if (field?.type === 'string[]') return [`value ${variant}`];
  if (field?.type === 'date-time') return `2026-01-0${variant + 1}T00:00:00.000Z`;
  return WORDS.find(([end]) => name.endsWith(end))?.[1][variant] ?? `${variant + 1}.00`;
}

/** Words that state something, so that required statements are not always null. */
const WORDS: readonly (readonly [string, readonly [string, string]])[] = [
  ['delinquency_status', ['current', '30 days']],
  ['source_consistency', ['consistent', 'mismatch']],
  ['verification_method_type', ['utility bill', 'lease']],
  ['image_quality', ['high', 'low']],
  ['artifact_type', ['selfie', 'face']],
  ['document_type', ['passport', 'visa']],
  ['capture_method_type', ['video', 'active']],
  ['evidence_clarity', ['clear', 'spoof']],
];

async function decide(service: QueryService, ids: Ids, setting: Setting, hashes: string[]) {
  const { template, attested, parts } = setting;
  const world = {
    networkId: ids(NETWORK),
    principal: callerOf(ids),
    subjectId: ids(SUBJECT),
    furnisherId: ids(20),
    hash: hashes[0] ?? '',
  };
  await setTerms(service, ids, world, setting, 60);
  for (const [place, part] of parts.entries()) {
    await setTerms(service, ids, world, part, 200 + 10 * place);
  }
  const attestations = [template, ...partsOf(template)].flatMap(({ id }, place) =>
    attested.map((furnisher) =>
      anAttestation({
        attestation_id: ids(40 + FURNISHERS.length * place + furnisher),
        entity_id: ids(20 + furnisher),
        product_id: id,
      }),
    ),
  );
  if (attestations.length > 0) await service.deliver(AttestationCreated, ...attestations);
}

/** Delivers the consent and the policy of a template, with ids from a number on. */
async function setTerms(
  service: QueryService,
  ids: Ids,
  world: World,
  terms: Terms & Partial<Part>,
  first: number,
): Promise<void> {
  const { template, unconsented, withheld, disabled, sources, isEnded = false } = terms;
  const { slug } = template;
  const consented = fieldsOf(template).filter((field) => !unconsented.includes(field));
  const granted = FURNISHERS.map((furnisher) => ({
    furnisher,
    fields: fieldsOf(template).filter((field) => !withheld[furnisher]?.includes(field)),
  }));
  const consent = aConsumersConsent(world, {
    consent_id: ids(first),
    scope: slug,
    consented_fields: consented.map((field) => `${slug}.${field}`).join(','),
    field_access_grants: granted.map(({ furnisher, fields }) => ({
      grant_id: ids(first + 2 + furnisher),
      furnishing_entity_id: ids(20 + furnisher),
      field_definitions: fields.map((field) => `${slug}.${field}`),
      effective_from: '2026-01-01T00:00:00.000Z',
      effective_to: null,
    })),
    ...(isEnded && { expires_at: '2026-01-02T00:00:00.000Z' }),
  });
  await service.deliver(ConsentGranted, consent);
  const selection = aSelection({
    model_name: slug,
    selected_provenance_option_ids: sources.map((furnisher) => ids(20 + furnisher)),
    field_selections: disabled.map((field_name) => aField({ field_name, is_enabled: false })),
  });
  const policy = aDefaultPolicy(world, {
    policy_id: ids(first + 1),
    product_id: template.id,
    entity_id: ids(15),
    model_selections: [selection],
  });
  await service.deliver(QueryingPolicySaved, policy);
}

/** The setting without the rules of its policies. */
export function underConsent(setting: Setting): Setting {
  const open = { disabled: [], sources: [] };
  return { ...setting, ...open, parts: setting.parts.map((part) => ({ ...part, ...open })) };
}

/** The readers of the query, with a draft of the governor that another source satisfies. */
export function readersOf(ids: Ids, { template }: Setting): Reader[] {
  const [accepted] = template.outputs.filter(
    ({ type, source }) => type === 'string' && source.kind === 'furnished',
  );
  const selection = {
    model_name: template.slug,
    selected_provenance_option_ids: [ids(20)],
    field_selections: accepted
      ? [{ field_name: accepted.name, accepted_values: [valueOf('', accepted.name, 0)] }]
      : [],
  };
  const furnishers = FURNISHERS.map((one) => ids(20 + one));
  return twinReaders(ids, ids(NETWORK), furnishers, { model_selections: [selection] });
}
