import { expect, test } from '@jest/globals';
import type { Decision } from '../../domain/decision/decision.js';
import type { FurnishedRecords } from '../../domain/replay/past-candidates.js';
import { simulateCertificate } from '../../domain/replay/simulate.js';
import { constantPeriod } from '../../domain/simulation/constant-period.js';
import { simulatedChange } from '../../domain/simulation/simulated-change.js';
import { UnreadRecordError } from '../../domain/unread-candidate.js';
import { DAY, id, NOW } from '../../testing/builders.js';
import { Draw } from '../../testing/draw.js';
import { pastCertificate, type PastCertificate } from '../../testing/past-certificates.js';
import { withKey } from './keyed-query.js';

const WORLDS = 2_000;

test('a simulation that reads only the records it needs has the result of one that reads all', () => {
  const reached = { none: 0, some: 0, all: 0 };
  for (let seed = 1; seed <= WORLDS; seed += 1) {
    const past = pastCertificate(new Draw(seed));
    if (!past) continue;
    const { read, result } = readingNeeded(past);
    if (result !== resultOf(past, past.records)) throw new Error(`seed ${String(seed)} differs`);
    const considered = Object.keys(past.query.decision.models).length;
    reached[read.size === 0 ? 'none' : read.size < considered ? 'some' : 'all'] += 1;
  }
  expect(Math.min(...Object.values(reached))).toBeGreaterThan(30);
});

test('a result without a record is the one of each query of its shape, whatever its records', () => {
  const reached = { equal: 0, moved: 0 };
  for (let seed = 1; seed <= WORLDS; seed += 1) {
    const past = pastCertificate(new Draw(seed));
    if (!past || readingNeeded(past).read.size > 0) continue;
    const period = constantPeriod(past.query, past.draft, new Map());
    const draw = new Draw(-seed);
    const other = renamed(past, draw);
    expect(shapeOf(other)).toBe(shapeOf(past));
    const at = Date.parse(other.query.event.occurred_at);
    if (at <= period.after || at >= period.before) continue;
    expect([seed, resultOf(other, other.records)]).toEqual([seed, resultOf(past, past.records)]);
    reached.equal += 1;
    if (at !== NOW) reached.moved += 1;
  }
  expect(Math.min(...Object.values(reached))).toBeGreaterThan(30);
});

/** The result, and the sections whose records it needed. */
function readingNeeded(past: PastCertificate, read: ReadonlySet<string> = new Set()) {
  const records = [...past.records].flatMap(([recordId, record]) => {
    const statements = record.statements.filter(({ model }) => read.has(model));
    return statements.length > 0 ? [[recordId, { ...record, statements }] as const] : [];
  });
  try {
    return { read, result: resultOf(past, new Map(records), read) };
  } catch (error) {
    if (!(error instanceof UnreadRecordError)) throw error;
    if (error.models.every((model) => read.has(model))) throw error;
    return readingNeeded(past, new Set([...read, ...error.models]));
  }
}

function resultOf(
  { query, draft }: PastCertificate,
  records: FurnishedRecords,
  read?: ReadonlySet<string>,
): string {
  const simulation = simulateCertificate(query, records, draft, read);
  const { outcome, reason, records: shown } = simulation;
  return JSON.stringify({ outcome, reason, shown, ...simulatedChange(query, simulation) });
}

function shapeOf({ query: { event, decision, namesPolicy = false } }: PastCertificate) {
  return withKey({ event, decision: JSON.stringify(decision), namesPolicy }).shape;
}

/** The same query at another time about another business, with other consents and other records. */
function renamed(past: PastCertificate, draw: Draw): PastCertificate {
  const { query, records } = past;
  const names = new Map(
    [...records.keys()].map((recordId, place) => [recordId, id(5_000 + draw.nat(90) * 10 + place)]),
  );
  const at = NOW + draw.one([0, -40, -3, 2]) * DAY;
  return {
    ...past,
    query: {
      ...query,
      event: { ...query.event, occurred_at: new Date(at).toISOString(), subject_id: id(9) },
      decision: renamedDecision(query.decision, names),
    },
    records: new Map(
      [...records].map(([recordId, record]) => [
        names.get(recordId) ?? '',
        {
          recordId: names.get(recordId) ?? '',
          furnishedAt: record.furnishedAt + draw.nat(9) * DAY,
          statedBusiness: JSON.stringify({ business_legal_name: `Name ${String(draw.nat(2))}` }),
          statements: record.statements.map((statement) => ({
            ...statement,
            performedAt: statement.performedAt - draw.nat(99) * DAY,
            text: '"assertions":{},"data":{"business_entity_type":"trust"}',
          })),
        },
      ]),
    ),
  };
}

function renamedDecision(decision: Decision, names: ReadonlyMap<string, string>): Decision {
  const consentOf = (consent: NonNullable<Decision['consents']>[number]) => ({
    ...consent,
    id: id(77),
    revision: consent.revision + 1,
    ...(consent.name !== undefined && { name: 'Another name' }),
  });
  return {
    ...decision,
    ids: decision.ids.map((one) => names.get(one) ?? one),
    ...(decision.consents && { consents: decision.consents.map(consentOf) }),
    ...(decision.unneeded && {
      unneeded: decision.unneeded.map((consent) => consent && consentOf(consent)),
    }),
  };
}
