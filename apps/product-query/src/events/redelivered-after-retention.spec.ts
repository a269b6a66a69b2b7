import {
  AttestationCreated,
  AttestationRevoked,
  BusinessIdentified,
  ConsentAmended,
  ConsentGranted,
  ConsentGrantClosed,
  ConsentRevoked,
  ConsumerIdentified,
  InstitutionRegistered,
  newId,
  QueryingPolicyRetired,
  QueryingPolicySaved,
  RecordFurnished,
  stableId,
  type ConsentState,
  type EventDeclaration,
} from '@ndx/contracts';
import { outgoingEvent, type EventEnvelope } from '@ndx/messaging';
import { eventually } from '@ndx/testing';
import { describe, expect, test } from '@jest/globals';
import { useQueryService } from '../testing/use-query-service.js';
import { aConsentHistory, aPolicyHistory } from '../testing/histories.js';
import { anAttestation, aRecord, aVerification, aWorld } from '../testing/world.js';

/** Everything that events write, beside the record of their delivery. */
const READ_MODELS = [
  'attestation_copy',
  'consent_copy',
  'consent_end',
  'institution_copy',
  'policy_copy',
  'policy_version',
  'statement',
  'subject_copy',
  'subject_match',
];

const PRODUCT = stableId('product', 'kyb_certificate');

interface Published {
  readonly topic: string;
  readonly envelope: EventEnvelope;
}

const service = useQueryService();

/** Publishes events on the bus, each after the previous, and waits until they are applied. */
async function deliver(history: readonly Published[]): Promise<void> {
  for (const { topic, envelope } of history) await service.publishAgain(topic, envelope);
  const ids = history.map(({ envelope }) => envelope.id);
  await eventually(async () => {
    const rows = await service.sql('select from inbox where event_id = any($1)', [ids]);
    expect(rows).toHaveLength(ids.length);
  });
}

async function readModels(): Promise<Readonly<Record<string, unknown>>> {
  const tables = await Promise.all(
    READ_MODELS.map(async (table) => {
      const rows = await service.sql<{ row: unknown }>(
        `select to_jsonb(t) as row from ${table} t order by to_jsonb(t)::text`,
      );
      return [table, rows.map(({ row }) => row)] as const;
    }),
  );
  return Object.fromEntries(tables);
}

function published<P>(
  declaration: EventDeclaration<P>,
  payload: P,
  predecessors?: readonly string[],
): Published {
  const { envelope } = outgoingEvent(declaration, payload, {});
  return {
    topic: declaration.topic,
    envelope: { ...envelope, ...(predecessors && { predecessors }) },
  };
}

/** Events of an aggregate; each follows the one before. */
function inSequence(...events: readonly ((predecessors: readonly string[]) => Published)[]) {
  const history: Published[] = [];
  for (const event of events) {
    const last = history.at(-1);
    history.push(event(last ? [last.envelope.id] : []));
  }
  return history;
}

function consentHistory(end: 'open' | 'revoked'): Published[] {
  const { granted, amended, closed, revoked } = aConsentHistory();
  return inSequence(
    (follows) => published(ConsentGranted, granted, follows),
    (follows) => published(ConsentAmended, amended(2, 'kyb_certificate'), follows),
    (follows) => published(ConsentAmended, amended(3, 'total_consumer_assets'), follows),
    (follows) =>
      end === 'open'
        ? published(ConsentGrantClosed, closed(4), follows)
        : published(ConsentRevoked, revoked(4), follows),
  );
}

function policyHistory(): Published[] {
  const { saved, retired } = aPolicyHistory();
  return inSequence(
    (follows) =>
      published(QueryingPolicySaved, saved(1, { consent: 'permissible_purpose' }), follows),
    (follows) => published(QueryingPolicySaved, saved(2, { consent: 'required' }), follows),
    (follows) => published(QueryingPolicyRetired, retired(3), follows),
  );
}

/** Two businesses, the second merged into the first, and a consumer whose hashes change. */
function subjectHistory(): Published[] {
  const [world, merged] = [aWorld(), aWorld()];
  const { networkId: network_id } = world;
  const business = (business_id: string, revision: number, ...match_hashes: string[]) =>
    published(BusinessIdentified, {
      ...{ network_id, business_id, revision, match_hashes },
      merged_into: null,
    });
  const verified = (of: object, performedAt: string) =>
    published(RecordFurnished, aVerification({ ...world, ...of }, { ...of }, performedAt));
  const consumer_id = newId();
  const value = (housing_status_own_rent: string) =>
    published(
      RecordFurnished,
      aRecord(
        { ...world, subjectId: consumer_id },
        {
          dataset: 'total_consumer_assets',
          subject_type: 'consumer',
          models: { total_consumer_assets: { housing_status_own_rent } },
        },
      ),
    );
  const consumer = (revision: number, ...match_hashes: string[]) =>
    published(ConsumerIdentified, {
      ...{ network_id, consumer_id, revision, match_hashes, merged_into: null },
    });
  return [
    business(world.subjectId, 1, world.hash),
    business(merged.subjectId, 1, merged.hash),
    verified({ subjectId: world.subjectId }, '2026-01-01T00:00:00Z'),
    verified({ subjectId: merged.subjectId }, '2026-03-01T00:00:00Z'),
    verified({ subjectId: world.subjectId }, '2026-02-01T00:00:00Z'),
    business(world.subjectId, 2, world.hash, merged.hash),
    published(BusinessIdentified, {
      ...{ network_id, business_id: merged.subjectId, revision: 2 },
      ...{ match_hashes: [], merged_into: world.subjectId },
    }),
    consumer(1, 'first'),
    value('own'),
    consumer(2, 'second'),
    value('rent'),
  ];
}

function institutionHistory(): Published[] {
  const entity_id = newId();
  const attestation = anAttestation({ entity_id, product_id: PRODUCT });
  const revoked_at = '2026-02-01T00:00:00.000Z';
  return [
    published(InstitutionRegistered, { entity_id, name: 'Before', revision: 1 }),
    published(InstitutionRegistered, { entity_id, name: 'After', revision: 2 }),
    published(AttestationCreated, attestation),
    published(AttestationRevoked, { ...attestation, revision: 2, revoked_at }),
  ];
}

describe('when the inbox no longer has an event that the bus delivers again, the read models', () => {
  const histories = () =>
    [
      consentHistory('open'),
      consentHistory('revoked'),
      policyHistory(),
      subjectHistory(),
      institutionHistory(),
    ] as const;

  test('are unchanged by the whole log, in its order and each event alone', async () => {
    const log = histories().flat();
    await deliver(log);
    const before = await readModels();
    for (const [table, rows] of Object.entries(before)) {
      expect({ table, isEmpty: Array.isArray(rows) && rows.length === 0 }).toEqual({
        table,
        isEmpty: false,
      });
    }

    await service.sql('delete from inbox');
    await deliver(log);
    expect(await readModels()).toEqual(before);

    for (const event of log.toReversed()) {
      await service.sql('delete from inbox');
      await deliver([event]);
    }
    expect(await readModels()).toEqual(before);
  });

  test('continue with the next event', async () => {
    const history = consentHistory('open');
    await deliver(history);
    await service.sql('delete from inbox');
    await deliver(history.slice(0, 2));

    const last = history.at(-1)?.envelope;
    const { consent_id, entity_id, network_id } = JSON.parse(last?.data ?? '{}') as ConsentState;
    const revoked_at = '2026-03-01T00:00:00.000Z';
    const revocation = published(
      ConsentRevoked,
      { consent_id, entity_id, network_id, revision: 5, revoked_at },
      [last?.id ?? ''],
    );
    await deliver([revocation]);
    const [row] = await service.sql<{ revision: number; event_id: string; state: string }>(
      'select revision::int as revision, event_id, state from consent_copy where consent_id = $1',
      [consent_id],
    );
    expect(row).toMatchObject({ revision: 5, event_id: revocation.envelope.id });
    expect(JSON.parse(row?.state ?? '{}')).toMatchObject({ revoked_at });
  });
});
