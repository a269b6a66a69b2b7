import {
  denialsOf,
  everyReadOf,
  matchKeysOf,
  modelsOf,
  namedSubject,
  templateBySlug,
  TEMPLATES,
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
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc, { type Arbitrary } from 'fast-check';
import type { QueryService } from '../testing/query-service.js';
import { aConsumerQuery } from '../testing/requests.js';
import {
  newIds,
  twinCaller,
  TwinServices,
  type Asked,
  type Ids,
} from '../testing/twin-services.js';
import { aConsumersConsent, anAttestation } from '../testing/world.js';

const FURNISHERS = [0, 1] as const;
const [NETWORK, ELSEWHERE, CALLER, SUBJECT, OTHER_SELF] = [1, 2, 4, 11, 12] as const;
const DAY = 86_400_000;

let twins: TwinServices;
beforeAll(async () => {
  twins = await TwinServices.start();
});
afterAll(() => twins.stop());

/** The closed fields of the template's answer; the same in both worlds. */
interface Setting {
  readonly template: Template;
  readonly unconsented: readonly string[];
  /** By furnisher, the fields that no grant includes. */
  readonly withheld: readonly (readonly string[])[];
  readonly disabled: readonly string[];
  readonly sources: readonly number[];
  readonly attested: readonly number[];
}

/** A value of one field by one furnisher, or none. */
type Slot = { readonly variant: number; readonly daysAgo: number } | null;

const slotsOf = (template: Template) =>
  everyReadOf(template).flatMap((read) => FURNISHERS.map((furnisher) => ({ read, furnisher })));

const fieldsOf = (template: Template) => modelsOf(template).flatMap(({ fields }) => fields);

/** Favours templates whose furnishers may deny a statement of the answer. */
const CONSUMERS = TEMPLATES.filter(({ subject }) => subject === 'consumer').map((template) => ({
  weight: denialsOf(template).length > 0 ? 4 : 1,
  arbitrary: fc.constant(template),
}));

const CASES: Arbitrary<readonly [Setting, readonly Slot[], readonly Slot[]]> = fc
  .oneof(...CONSUMERS)
  .chain((template) => {
    // Most outputs are required: when many are closed every answer is the same 204.
    const few = fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.subarray([...fieldsOf(template)], { maxLength: 2 }) },
    );
    const denied = denialsOf(template).map(({ governedBy }) => governedBy);
    const slots = slotsOf(template).length;
    const slot = fc.option(
      fc.record({ variant: fc.nat(1), daysAgo: fc.integer({ min: 1, max: 2 }) }),
      { freq: 12 },
    );
    const world = fc.array(slot, { minLength: 2 * slots, maxLength: 2 * slots });
    const setting: Arbitrary<Setting> = fc.record({
      template: fc.constant(template),
      unconsented: few,
      withheld: fc.tuple(fc.constantFrom<readonly string[]>([], denied, fieldsOf(template)), few),
      disabled: few,
      sources: fc.constantFrom<readonly number[]>([], [], [], [0], [1]),
      attested: fc.oneof(fc.constant([...FURNISHERS]), fc.subarray([...FURNISHERS])),
    });
    return fc.tuple(setting, world, world);
  });

test('two worlds that differ only in unreadable data give the same answers to template queries', async () => {
  await fc.assert(
    fc.asyncProperty(CASES, async ([setting, world, other]) => {
      const ids = newIds();
      const twin = twinOf(setting, world, other);
      const now = Date.now();
      const [one, another] = await twins.answersIn(
        [world, twin],
        (service, made) => make(service, ids, setting, made, now),
        callerOf(ids),
        questions(ids, setting),
      );
      expect(another).toEqual(one);
    }),
    { numRuns: 150 },
  );
}, 180_000);

/** The first half of the slots is in the queried network, the others elsewhere. */
function twinOf(setting: Setting, world: readonly Slot[], other: readonly Slot[]): Slot[] {
  const slots = slotsOf(setting.template);
  return world.map((own, place) => {
    const slot = slots[place];
    const mayRead =
      slot !== undefined &&
      slotsOf(setting.template).some(
        ({ read, furnisher }) =>
          furnisher === slot.furnisher &&
          read.dataset === slot.read.dataset &&
          read.field === slot.read.field &&
          isOpen(setting, read.governedBy, furnisher),
      );
    return mayRead ? own : (other[place] ?? null);
  });
}

function isOpen(setting: Setting, field: string, furnisher: number): boolean {
  const { unconsented, withheld, disabled, sources } = setting;
  return (
    !unconsented.includes(field) &&
    !withheld[furnisher]?.includes(field) &&
    !disabled.includes(field) &&
    (sources.length === 0 || sources.includes(furnisher))
  );
}

const callerOf = (ids: Ids) => twinCaller(ids, CALLER, [NETWORK, ELSEWHERE]);

function requestOf({ query }: Template, ids: Ids) {
  const ssn = 100_000_000 + Number(ids(0).slice(0, 8));
  const said = { ...aConsumerQuery(ssn), personal_address_line_2: 'Unit 2' };
  const asked = new Set(query.input.map(({ name }) => name));
  return Object.fromEntries(Object.entries(said).filter(([name]) => asked.has(name)));
}

function questions(ids: Ids, { template }: Setting): Asked[] {
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

async function make(
  service: QueryService,
  ids: Ids,
  setting: Setting,
  world: readonly Slot[],
  now: number,
): Promise<void> {
  const { template } = setting;
  const hashes = matchKeysOf(namedSubject('consumer', requestOf(template, ids))).map(
    ({ kind, value }) => service.matchHash.of(kind, value),
  );
  const identified = (network: number, subject: number) => ({
    consumer_id: ids(subject),
    network_id: ids(network),
    match_hashes: hashes,
    revision: 1,
  });
  const selves = [identified(NETWORK, SUBJECT), identified(ELSEWHERE, OTHER_SELF)];
  await service.deliver(ConsumerIdentified, ...selves);
  const records = recordsOf(ids, template, world, now);
  if (records.length > 0) await service.deliver(RecordFurnished, ...records);
  await decide(service, ids, setting, hashes);
}

/** One record: one furnisher's values of one data set on one day. */
function recordsOf(ids: Ids, template: Template, world: readonly Slot[], now: number) {
  const records = new Map<string, PayloadOf<typeof RecordFurnished>>();
  const slots = slotsOf(template);
  world.forEach((slot, place) => {
    const { read, furnisher = 0 } = slots[place % slots.length] ?? {};
    if (slot === null || !read) return;
    const isHere = place < slots.length;
    const { dataset, field } = read;
    const datasetId = TEMPLATES.findIndex(({ slug }) => slug === dataset);
    const n = 10_000 + datasetId * 100 + furnisher * 10 + slot.daysAgo + (isHere ? 0 : 5_000);
    const values = records.get(ids(n))?.models[dataset];
    records.set(ids(n), {
      record_id: ids(n),
      network_id: ids(isHere ? NETWORK : ELSEWHERE),
      dataset,
      subject_type: 'consumer',
      subject_id: ids(isHere ? SUBJECT : OTHER_SELF),
      furnishing_entity_id: ids(20 + furnisher),
      furnished_at: new Date(now - slot.daysAgo * DAY).toISOString(),
      models: { [dataset]: { ...values, [field]: valueOf(dataset, field, slot.variant) } },
    });
  });
  return [...records.values()];
}

/** One of two values of a field, as stored by furnishing. */
function valueOf(dataset: string, name: string, variant: number): unknown {
  const field = templateBySlug(dataset)?.furnish?.data.find((one) => one.name === name);
  if (field?.type === 'boolean') return variant === 0;
  if (field?.type === 'string[]') return [`value ${variant}`];
  if (field?.type === 'date-time') return `2026-01-0${variant + 1}T00:00:00.000Z`;
  return `${variant + 1}.00`;
}

async function decide(service: QueryService, ids: Ids, setting: Setting, hashes: string[]) {
  const { template, unconsented, withheld, disabled, sources, attested } = setting;
  const { slug } = template;
  const consented = fieldsOf(template).filter((field) => !unconsented.includes(field));
  const world = {
    networkId: ids(NETWORK),
    principal: callerOf(ids),
    subjectId: ids(SUBJECT),
    furnisherId: ids(20),
    hash: hashes[0] ?? '',
  };
  const granted = FURNISHERS.map((furnisher) => ({
    furnisher,
    fields: fieldsOf(template).filter((field) => !withheld[furnisher]?.includes(field)),
  }));
  const consent = aConsumersConsent(world, {
    consent_id: ids(5),
    scope: slug,
    consented_fields: consented.map((field) => `${slug}.${field}`).join(','),
    field_access_grants: granted.map(({ furnisher, fields }) => ({
      grant_id: ids(60 + furnisher),
      furnishing_entity_id: ids(20 + furnisher),
      field_definitions: fields.map((field) => `${slug}.${field}`),
      effective_from: '2026-01-01T00:00:00.000Z',
      effective_to: null,
    })),
  });
  await service.deliver(ConsentGranted, consent);
  const attestations = attested.map((furnisher) =>
    anAttestation({
      attestation_id: ids(40 + furnisher),
      entity_id: ids(20 + furnisher),
      product_id: template.id,
    }),
  );
  if (attestations.length > 0) await service.deliver(AttestationCreated, ...attestations);
  await service.deliver(QueryingPolicySaved, {
    policy_id: ids(6),
    network_id: ids(NETWORK),
    product_id: template.id,
    entity_id: ids(15),
    revision: 1,
    version: 1,
    status: 'published',
    is_default: true,
    enforced: false,
    model_selections: [
      {
        model_name: slug,
        is_enabled: true,
        is_required: false,
        max_age_days: null,
        attestation_required: false,
        selected_provenance_option_ids: sources.map((furnisher) => ids(20 + furnisher)),
        field_selections: disabled.map((field_name) => ({
          field_name,
          is_enabled: false,
          is_required: false,
          accepted_values: null,
          selected_provenance_option_ids: [],
        })),
      },
    ],
  });
}
