import { describe, expect, test } from '@jest/globals';
import {
  compareAcceptance,
  NO_ACCEPTANCE_RULES as ANY,
  type AcceptanceConfiguration,
} from './compare-acceptance.js';

const FIELD = 'business_identity_verification.business_entity_type';
const END = '2027-01-01T00:00:00.000Z';

const having = (rules: Partial<AcceptanceConfiguration>) => ({ ...ANY, ...rules });

const recent = having({ max_age_days: 30 });
const attested = having({ attestation_required: true });
const complete = having({ required_fields: [FIELD] });

describe('a change of the rules for records', () => {
  test.each([
    ['has the same rules', recent, { ...recent }, 'equal'],
    ['limits the age', ANY, recent, 'narrower'],
    ['lowers the age', recent, having({ max_age_days: 29 }), 'narrower'],
    ['permits any age', recent, ANY, 'wider'],
    ['needs an attestation', ANY, attested, 'narrower'],
    ['needs a field', ANY, complete, 'narrower'],
    ['needs no field', complete, ANY, 'wider'],
    ['needs a field instead of an attestation', attested, complete, 'different'],
    ['has an end', ANY, having({ deprecated_on: END }), 'different'],
  ] as const)('that %s', (_, before, after, effect) => {
    expect(compareAcceptance(before, after).effect).toBe(effect);
  });

  test('is described by member, by field, by model and as a whole', () => {
    const narrower = { effect: 'narrower', note: null } as const;
    const [modelName = '', fieldName = ''] = FIELD.split('.');
    expect(compareAcceptance(ANY, having({ max_age_days: 1, required_fields: [FIELD] }))).toEqual({
      effect: 'narrower',
      explanation: expect.stringContaining('fewer records'),
      models: [{ modelName, effect: 'narrower', fields: [{ fieldName, effect: 'narrower' }] }],
      changes: [
        {
          ...narrower,
          ...{ modelName: null, fieldName: null, member: 'max_age_days' },
          before: 'A verification can have any age.',
          after: 'A verification must be at most 1 day old.',
        },
        {
          ...narrower,
          ...{ modelName, fieldName, member: 'required_fields' },
          before: `A record can omit ${FIELD}.`,
          after: `A record needs ${FIELD}.`,
        },
      ],
    });
  });
});
