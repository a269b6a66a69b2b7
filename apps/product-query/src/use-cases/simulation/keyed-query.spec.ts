import { expect, test } from '@jest/globals';
import type { Decision } from '../../domain/decision/decision.js';
import { sectionOf } from '../../domain/certificate/section-reader.js';
import { sectionText } from '../../domain/certificate/section-text.js';
import type { FurnishedRecords, StatementInRecord } from '../../domain/replay/past-candidates.js';
import { outlinesOf } from '../../domain/replay/replay-certificate.js';
import { simulateCertificate } from '../../domain/replay/simulate.js';
import { constantPeriod } from '../../domain/simulation/constant-period.js';
import { simulatedChange } from '../../domain/simulation/simulated-change.js';
import {
  acceptedValues,
  isOutlined,
  NO_RECORDS,
  type AcceptedValues,
  type Depth,
  type RecordsRead,
} from '../../domain/simulation/section-outline.js';
import { UnreadRecordError } from '../../domain/unread-candidate.js';
import { DAY, id, NOW } from '../../testing/builders.js';
import { Draw } from '../../testing/draw.js';
import { pastCertificate, type PastCertificate } from '../../testing/past-certificates.js';
import { withKey } from './keyed-query.js';

const WORLDS = 2_000;

test('a simulation that reads only what it needs of records has the result of one that reads all', () => {
  const reached = { none: 0, some: 0, all: 0, outlines: 0, whole: 0 };
  for (let seed = 1; seed <= WORLDS; seed += 1) {
    const past = pastCertificate(new Draw(seed));
    if (!past) continue;
    const { read, result } = readingNeeded(past);
    if (result !== resultOf(past, past.records)) throw new Error(`seed ${String(seed)} differs`);
    const considered = Object.keys(past.query.decision.models).length;
    reached[read.size === 0 ? 'none' : read.size < considered ? 'some' : 'all'] += 1;
    if (read.size > 0) reached[isOutlined(read) ? 'outlines' : 'whole'] += 1;
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

test('a result of outlines is the one of each query of its shape with the same outlines', () => {
  const reached = { equal: 0, compared: 0, moved: 0 };
  for (let seed = 1; seed <= WORLDS; seed += 1) {
    const past = pastCertificate(new Draw(seed));
    if (!past) continue;
    const { read } = readingNeeded(past);
    const outlines = outlinesOf(past.query, past.records, read);
    if (read.size === 0 || !outlines) continue;
    const draw = new Draw(-seed);
    const other = renamed(past, draw, ({ text, model }) => {
      const depth = read.get(model);
      return depth === 'whole' || !depth ? text : withOtherValues(text, depth, draw);
    });
    expect(shapeOf(other)).toBe(shapeOf(past));
    expect(outlinesOf(other.query, other.records, read)).toEqual(outlines);
    const period = constantPeriod(past.query, past.draft, new Map());
    const at = Date.parse(other.query.event.occurred_at);
    if (at <= period.after || at >= period.before) continue;
    expect([seed, resultOf(other, other.records)]).toEqual([seed, resultOf(past, past.records)]);
    reached.equal += 1;
    if ([...read.values()].some((depth) => depth !== 'whole' && depth.size > 0)) {
      reached.compared += 1;
    }
    if (at !== NOW) reached.moved += 1;
  }
  expect(Math.min(...Object.values(reached))).toBeGreaterThan(30);
});

/** A section in which each value that no policy accepts is another one. */
function withOtherValues(text: string, accepted: AcceptedValues, draw: Draw): string {
  const { assertions, data } = sectionOf({ text });
  const other = (values: typeof data) =>
    Object.fromEntries(
      Object.entries(values).map(([field, value]) => [
        field,
        value === null || accepted.get(field)?.has(value) ? value : `other ${String(draw.nat(9))}`,
      ]),
    );
  return sectionText({ assertions: other(assertions), data: other(data) });
}

/** The result, and what it needed of records. */
function readingNeeded(past: PastCertificate, read: RecordsRead = NO_RECORDS) {
  const records = [...past.records].flatMap(([recordId, record]) => {
    const statements = record.statements.filter(({ model }) => read.has(model));
    return statements.length > 0 ? [[recordId, { ...record, statements }] as const] : [];
  });
  try {
    return { read, result: resultOf(past, new Map(records), read) };
  } catch (error) {
    if (!(error instanceof UnreadRecordError)) throw error;
    if (error.models.every((model) => read.get(model) === 'whole')) throw error;
    const { query, draft } = past;
    const deeper = error.models.map((model): [string, Depth] => [
      model,
      read.has(model) ? 'whole' : acceptedValues(query, draft, model),
    ]);
    return readingNeeded(past, new Map([...read, ...deeper]));
  }
}

function resultOf(
  { query, draft }: PastCertificate,
  records: FurnishedRecords,
  read?: RecordsRead,
): string {
  const simulation = simulateCertificate(query, records, draft, read);
  const { outcome, reason, records: shown } = simulation;
  return JSON.stringify({ outcome, reason, shown, ...simulatedChange(query, simulation) });
}

function shapeOf({ query: { event, decision, namesPolicy = false } }: PastCertificate) {
  return withKey({ event, decision: JSON.stringify(decision), namesPolicy }).shape;
}

/** The same query at another time about another business, with other consents and other records. */
function renamed(
  past: PastCertificate,
  draw: Draw,
  textOf: (statement: StatementInRecord) => string = () =>
    '"assertions":{},"data":{"business_entity_type":"trust"}',
): PastCertificate {
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
            text: textOf(statement),
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
