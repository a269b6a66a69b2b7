import { datasetBySlug, kybCertificate, modelsOf, type Dataset, type Template } from '@ndx/catalog';
import {
  CONSENT_DEMANDS,
  ConsentGranted,
  QueryingPolicySaved,
  type ConsentState,
} from '@ndx/contracts';
import { memberOfEach } from '@ndx/service/testing';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { aField, aSelection } from '../testing/builders.js';
import { aDefaultPolicy } from '../testing/explained-business.js';
import { aConsumerQuery } from '../testing/requests.js';
import { templateNamed } from '../testing/template-input.js';
import { ASSETS, ConsumerWorld, OWNS } from '../testing/template-worlds.js';
import { assertForAll } from '../testing/twin-services.js';
import { useQueryService } from '../testing/use-query-service.js';
import {
  aConsent,
  aConsumersConsent,
  aRecord,
  aVerification,
  type World,
} from '../testing/world.js';

const service = useQueryService();

const BUNDLE = templateNamed('credit_history_bundle');
const SNAPSHOT = templateNamed('consumer_credit_health_snapshot');

/** A value for each field of the snapshot, which the bundle reads. */
const DEBT = Object.fromEntries(
  (SNAPSHOT.furnish?.data ?? []).flatMap(({ name, type }) =>
    type === 'boolean' ? [] : [[name, type === 'string[]' ? ['a'] : 'current'] as const],
  ),
);

/** The field that a policy may require; the first two are not furnished. */
const REQUIRED: Readonly<Record<string, string>> = {
  kyb_certificate: 'business_dba_name',
  [ASSETS.slug]: 'asset_current_market_value',
  [SNAPSHOT.slug]: 'debt_to_income_ratio',
  [BUNDLE.slug]: 'is_credit_history_complete',
};

const PAST = '2020-01-01T00:00:00.000Z';

const SLUGS = ['kyb_certificate', ASSETS.slug, BUNDLE.slug, SNAPSHOT.slug];

/** Of the two networks of a world. */
const NETWORK = fc.constantFrom(0, 1);

const CONSENT = fc.record({
  scope: fc.constantFrom('*', ...SLUGS),
  network: fc.option(NETWORK, { freq: 2 }),
  fields: fc.constantFrom('*', '*', 'nothing.*'),
  end: fc.constantFrom<Partial<ConsentState>>({}, {}, { revoked_at: PAST }, { expires_at: PAST }),
});

const POLICY = fc.record({
  network: NETWORK,
  slug: fc.constantFrom(...SLUGS),
  consent: fc.constantFrom(null, ...CONSENT_DEMANDS),
  permissible_purposes: fc.constantFrom<('court_order' | 'employment')[]>([], ['court_order']),
  isRequired: fc.boolean(),
});

const CASE = fc.record({
  slug: fc.constantFrom(...SLUGS),
  networks: fc.constantFrom([0], [1], [0, 1]),
  furnished: fc.subarray([0, 1]),
  consents: fc.array(CONSENT, { maxLength: 3 }),
  policies: fc.uniqueArray(POLICY, {
    maxLength: 3,
    selector: ({ network, slug }) => `${String(network)} ${slug}`,
  }),
  purpose: fc.constantFrom(undefined, 'court_order', 'employment'),
  namesConsent: fc.nat(3).map((n) => n > 0),
});

type Case = typeof CASE extends fc.Arbitrary<infer T> ? T : never;

/** A policy of the query requires a consent, and there is none, or one of another scope. */
const DEMANDED = fc.tuple(CASE, fc.boolean()).map(([drawn, isOther]): Case => {
  const { slug, networks } = drawn;
  const consents: Case['consents'] = [
    { scope: otherThan(slug), network: null, fields: '*', end: {} },
  ];
  const policies: Case['policies'] = [
    {
      network: networks[0],
      slug,
      consent: 'required',
      permissible_purposes: [],
      isRequired: false,
    },
  ];
  return { ...drawn, consents: isOther ? consents : [], policies };
});

const otherThan = (slug: string) => (slug === ASSETS.slug ? SNAPSHOT.slug : ASSETS.slug);

const CASES = fc.oneof({ weight: 3, arbitrary: CASE }, { weight: 1, arbitrary: DEMANDED });

function datasetOf(slug: string): Dataset {
  const dataset = datasetBySlug(slug);
  if (!dataset) throw new Error(`there is no data set ${slug}`);
  return dataset;
}

test('a coverage check is issuable exactly when the query has a result, and refused for its reason', async () => {
  const seen = new Set<string>();
  await assertForAll(200, CASES, async (drawn) => {
    const { answered, checked } = await bothOf(drawn);
    seen.add(`${datasetOf(drawn.slug).kind} ${String(answered)}`);
    expect([drawn, checked]).toEqual([drawn, answered]);
  });
  for (const kind of ['product', 'template']) {
    for (const outcome of ['issued', 'no_result', 'consent_required', 'consent_out_of_scope']) {
      expect(seen).toContain(`${kind} ${outcome}`);
    }
  }
});

/** The outcome or the reason of a query and of the check with the same subject and consent. */
async function bothOf(drawn: Case) {
  const dataset = datasetOf(drawn.slug);
  const worlds = await worldsOf(drawn);
  const [here] = worlds;
  const networkIds = drawn.networks.map((place) => worlds[place].world.networkId);
  const principal = {
    ...memberOfEach('querier', ...networkIds),
    entity_id: here.world.principal.entity_id,
  };
  const consents = await record(drawn, worlds);
  const [named] = drawn.namesConsent ? consents : [];
  const isProduct = dataset.kind === 'product';
  const subjectId = worlds[drawn.networks[0]].world.subjectId;
  const subject = { [`${dataset.subject}_id`]: subjectId };
  const identified = named ? { consent_id: named.consent_id } : subject;
  const headers: Record<string, string> = drawn.purpose
    ? { 'x-permissible-purpose': drawn.purpose }
    : {};
  const network_ids = networkIds;
  const query = isProduct
    ? await service.query(
        principal,
        kybCertificate.queryPath,
        { network_ids, ...identified },
        headers,
      )
    : await service.query(principal, dataset.query.path, aConsumerQuery(here.ssn), headers);
  const check = await service.query(
    principal,
    '/v1/products/check',
    { product_id: dataset.id, network_ids, ...identified },
    headers,
  );
  const { reason } = (query.body ?? {}) as { reason?: string };
  const checked = check.body as { reason?: string; issuable?: boolean };
  return {
    answered: query.status === 200 ? 'issued' : query.status === 204 ? 'no_result' : reason,
    checked: checked.reason ?? (checked.issuable ? 'issued' : 'no_result'),
  };
}

interface Place {
  readonly world: World;
  readonly ssn: number;
}

/** One subject in two networks, with records in some. */
async function worldsOf({ slug, furnished }: Case): Promise<readonly [Place, Place]> {
  const { subject } = datasetOf(slug);
  const consumer = new ConsumerWorld(service);
  const places = [consumer.world, consumer.elsewhere()] as const;
  for (const [place, world] of places.entries()) {
    await service.identify(world, subject, world.hash);
    if (!furnished.includes(place)) continue;
    if (subject === 'business')
      await service.furnish(aVerification(world, { business_entity_type: 'llc' }));
    else
      await service.furnish(furnishedBy(world, ASSETS, OWNS), furnishedBy(world, SNAPSHOT, DEBT));
  }
  const [here, elsewhere] = places.map((world) => ({ world, ssn: consumer.ssn }));
  if (!here || !elsewhere) throw new Error('a case has two networks');
  return [here, elsewhere];
}

const furnishedBy = (world: World, { slug }: Template, values: Record<string, unknown>) =>
  aRecord(world, { dataset: slug, subject_type: 'consumer', models: { [slug]: values } });

/** Records the consents and the policies of a case. @returns the consents */
async function record(
  { slug: queried, consents, policies }: Case,
  worlds: readonly [Place, Place],
): Promise<ConsentState[]> {
  const [{ world }] = worlds;
  const networkOf = (place: 0 | 1 | null) =>
    place === null ? null : worlds[place].world.networkId;
  const isBusiness = datasetOf(queried).subject === 'business';
  const states = consents.map(({ scope, network, fields: consented_fields, end }) => {
    const change = { scope, network_id: networkOf(network), consented_fields, ...end };
    return isBusiness ? aConsent(world, change) : aConsumersConsent(world, change);
  });
  if (states.length > 0) await service.deliver(ConsentGranted, ...states);
  const saved = policies.map(({ network, slug, isRequired, ...terms }) => {
    const governed = datasetOf(slug);
    const [model] = modelsOf(governed);
    const selection = aSelection({
      model_name: model?.model ?? '',
      field_selections: [aField({ field_name: REQUIRED[slug] ?? '', is_required: isRequired })],
    });
    const networkId = networkOf(network) ?? '';
    const change = { product_id: governed.id, model_selections: [selection], ...terms };
    return aDefaultPolicy({ networkId }, change);
  });
  if (saved.length > 0) await service.deliver(QueryingPolicySaved, ...saved);
  return states;
}
