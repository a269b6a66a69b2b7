import { describe, expect, test } from '@jest/globals';
import type { SectionExplanation } from '@ndx/client';
import { answerPaths, flowOf } from './answer-paths.js';

const NETWORK = '0192d3c0-5c5e-7a80-9b1e-00000000000a';
const BANK = '0192d3c0-5c5e-7a80-9b1e-00000000000b';
const RECORD = '0192d3c0-5c5e-7a80-9b1e-00000000000c';

const aSection = (stated: Partial<SectionExplanation>): SectionExplanation => ({
  ...{ model_name: 'identity', code: 'issued', explanation: '', name_differs: false },
  ...{ network_id: null, furnishing_entity_id: null, attestation_id: null },
  ...{ used_records: [], fields: [], limits: [], records: [] },
  ...stated,
});

const source = { network_id: NETWORK, furnishing_entity_id: BANK };

const used = {
  ...{ ...source, record_id: RECORD, model_name: 'identity' },
  ...{ attestation_id: null, performed_at: null },
};

const recordWith = (code: SectionExplanation['code'], field_name: string | null = null) => ({
  ...source,
  ...{ code, field_name, explanation: '' },
});

const flow = (sections: readonly SectionExplanation[]) =>
  flowOf(answerPaths(sections), { outcome: '200 Result', isIssued: true, nameOf: () => 'Bank' });

describe('the path of an answer', () => {
  test('has a used record once, although its verdict names it too', () => {
    const paths = answerPaths([
      aSection({ used_records: [used], records: [recordWith('chosen')] }),
    ]);
    expect(paths.map(({ record }) => record)).toMatchObject([
      { record_id: RECORD, code: 'chosen', rule: 'Chosen' },
    ]);
  });

  test('counts the rules of the network of a used record', () => {
    const limit = { ...source, code: 'too_old', field_name: null, explanation: '' } as const;
    const limits = [NETWORK, BANK].map((network_id) => ({
      ...limit,
      ...{ network_id, model_name: 'identity' },
    }));
    const [path] = answerPaths([aSection({ used_records: [used], limits })]);
    expect(path?.record?.rule).toBe('Chosen under 1 rule');
  });

  test('has the excluded records of a section with the field that excluded each', () => {
    const records = [recordWith('too_old'), recordWith('value_not_accepted', 'entity_type')];
    const paths = answerPaths([aSection({ code: 'no_eligible_record', records })]);
    expect(paths.map(({ record }) => record?.rule)).toEqual([
      'Too old',
      'Value not accepted: Entity type',
    ]);
  });

  test('has a section whose records the reader may not see, without a furnisher', () => {
    const sections = [aSection({ code: 'no_eligible_record' })];
    expect(answerPaths(sections)).toMatchObject([{ record: undefined }]);
    expect(flow(sections).links).toEqual([
      { from: 'section identity', to: 'outcome', tone: 'bad' },
    ]);
  });

  test('joins sections that use one record at it, and leads each to the outcome', () => {
    const sections = ['identity', 'risk'].map((model_name) =>
      aSection({ model_name, used_records: [used] }),
    );
    const { layers, links } = flow(sections);
    expect(layers.map(({ nodes }) => nodes.length)).toEqual([1, 1, 2, 2, 1]);
    const places = new Set(layers.flatMap(({ nodes }) => nodes.map(({ key }) => key)));
    expect(links.every(({ from, to }) => places.has(from) && places.has(to))).toBe(true);
    expect(links).toHaveLength(1 + 2 + 2 + 2);
  });
});
