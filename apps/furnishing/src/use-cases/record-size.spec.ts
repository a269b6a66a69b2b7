import { TEMPLATES, type Template } from '@ndx/catalog';
import { BOUNDS, EVENT_BYTES, jsonBytes, newId } from '@ndx/contracts';
import { testKeys } from '@ndx/service/testing';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sealedModels, type Candidate } from '../domain/candidate.js';
import { recordFurnished, submit } from '../domain/furnished-record.js';
import { sizeFault } from '../domain/record-size.js';

const { sealer } = testKeys();
const PRINCIPAL = { account_id: newId(), entity_id: newId(), permissions: [], memberships: [] };

/** Texts of which each character takes one byte of JSON, or several. */
const character = fc.constantFrom('x', '"', '\\', '\n', '\u0001', 'é', '😀');

const candidates = fc
  .tuple(
    fc.constantFrom(...TEMPLATES.filter(({ furnish }) => furnish)),
    fc.array(fc.tuple(character, fc.nat({ max: 400_000 })), { minLength: 1, maxLength: 4 }),
  )
  .map(([dataset, texts]) => candidateOf(dataset, texts));

function candidateOf(
  dataset: Template,
  texts: readonly (readonly [character: string, length: number])[],
): Candidate {
  const names = dataset.furnish?.data.map(({ name }) => name) ?? [];
  const values = texts.map(([text, length], at): [string, string] => [
    names[at % names.length] ?? 'field',
    text.repeat(length),
  ]);
  const subject = { kind: 'consumer', identity: {} } as const;
  const models = { [dataset.slug]: Object.fromEntries(values) };
  return { path: [], dataset, subject, corrects: null, models };
}

describe('a furnished record, whatever its texts are,', () => {
  test('has an event that fits the bus where it is accepted, and is rejected beyond its bound', () => {
    fc.assert(
      fc.property(candidates, (candidate) => {
        const { dataset, subject } = candidate;
        const models = sealedModels(candidate, (plain) => sealer.seal(plain));
        const fault = sizeFault(candidate);
        if (fault) {
          // The encrypted form is estimated, so a record slightly below the bound is rejected.
          expect(jsonBytes(models)).toBeGreaterThan(BOUNDS.record.dataBytes - 4_096);
          return;
        }
        const request = { dataset, networkId: newId(), programName: null, applicationDate: null };
        const submission = submit(PRINCIPAL, { ...request, recordCount: 1 }, new Date());
        const event = recordFurnished(submission, {
          ...{ id: newId(), position: 0, subjectType: subject.kind, subjectId: newId() },
          corrects: newId(),
          // Entity rejects longer values.
          statedBusiness: {
            business_legal_name: '\u0001'.repeat(500),
            business_jurisdiction_of_formation: '\u0001'.repeat(500),
            business_registration_identifier: '\u0001'.repeat(500),
          },
          models,
        });
        expect(jsonBytes(event)).toBeLessThan(EVENT_BYTES.record);
      }),
      { numRuns: 30 },
    );
  });

  test('may have exactly as many bytes as its bound', () => {
    const [dataset] = TEMPLATES.filter(({ slug }) => slug === 'annual_personal_income');
    if (!dataset) throw new Error('no such data set');
    const sized = (length: number) => candidateOf(dataset, [['x', length]]);
    const empty = jsonBytes(sized(0).models);
    expect(sizeFault(sized(BOUNDS.record.dataBytes - empty))).toBeUndefined();
    expect(sizeFault(sized(BOUNDS.record.dataBytes - empty + 1))).toBeDefined();
  });
});
