import { describe, expect, test } from '@jest/globals';
import { reportPage } from './report-page.js';

const READER = { kind: 'querier', entity_id: 'bank-1' } as const;

const leaf = (field: string, json?: string) => ({
  ...{ model: 'identity', field, sha256: '0' },
  ...(json !== undefined && { salt: '1', json }),
});

const MEMBERS = {
  'event.json': JSON.stringify({ outcome: 'issued', policy_id: null }),
  'explanation.json': JSON.stringify({
    explanation: 'A result was issued.',
    sections: [
      {
        model_name: 'identity',
        explanation: 'The newest verification.',
        furnishing_entity_id: 'bank-2',
        fields: [{ field_name: 'type', explanation: 'Stated by the furnisher.' }],
      },
    ],
    record_ends: [],
    record_disputes: [],
  }),
  'policy.json': JSON.stringify({ policies: [{ policy_id: 'policy-1', version: 3 }] }),
  'consent.json': JSON.stringify({ consents: [] }),
  'records/record-1.json': JSON.stringify({
    ...{ record_id: 'record-1', furnishing_entity_id: 'bank-2', network_id: 'network-1' },
    fields: [leaf('type', '"llc"'), leaf('name')],
  }),
  'log/network-1.json': JSON.stringify({
    entries: [{ index: 6, size: 9, checkpoint: 'example.com/network-1/product-query\n9' }],
  }),
};

describe('the page of a reliance file', () => {
  const page = reportPage('query-1', READER, MEMBERS);

  test('says what the other members say', () => {
    const texts = [
      ...['query-1', 'bank-1', 'issued', 'A result was issued.', 'The newest verification.'],
      ...['Furnisher: bank-2.', 'identity.type', '&quot;llc&quot;', 'policy-1', 'Entry 7 of 9'],
    ];
    expect(texts.filter((text) => !page.includes(text))).toEqual([]);
    expect(page).toContain('<th>identity.name</th><td><span class="hidden">hidden</span></td>');
  });

  test('has what happened to the records since, and the statement of a dispute', () => {
    const title = 'Withdrawals, corrections and disputes';
    expect(page).not.toContain(title);
    const shown = reportPage('query-1', READER, {
      ...MEMBERS,
      'explanation.json': JSON.stringify({
        ...{ explanation: 'A result was issued.', sections: [] },
        record_ends: [{ record_id: 'record-1', state: 'corrected', ended_at: '2026-01-20' }],
        record_disputes: [
          {
            ...{ record_id: 'record-1', model_name: 'identity', outcome: 'upheld' },
            statement: { stated_by_entity_id: 'bank-3', statement_text: 'It was <dissolved>' },
          },
          { record_id: 'record-1', model_name: 'identity', outcome: null, statement: null },
        ],
      }),
    });
    const texts = [
      title,
      'corrected',
      '2026-01-20',
      'upheld',
      'bank-3',
      'It was &lt;dissolved&gt;',
    ];
    expect(texts.filter((text) => !shown.includes(text))).toEqual([]);
  });

  test('shows foreign text as text', () => {
    const attack = `</style><script>alert('1')</script><img src="x">`;
    const shown = reportPage(attack, READER, {
      ...MEMBERS,
      'event.json': JSON.stringify({ [attack]: attack }),
      'explanation.json': MEMBERS['explanation.json'].replace(
        'A result',
        JSON.stringify(attack).slice(1, -1),
      ),
      'records/record-1.json': JSON.stringify({
        ...{ record_id: attack, furnishing_entity_id: attack, network_id: attack },
        fields: [{ ...leaf(attack, JSON.stringify(attack)), model: attack }],
      }),
    });
    expect(shown).not.toMatch(/<script|<img|<\/style><\w/);
    expect(shown.split('&lt;script&gt;').length).toBeGreaterThan(8);
  });

  test('loads nothing and runs no script', () => {
    expect(page).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`);
    expect(page).not.toMatch(/\b(?:src|href)=|@import|url\(/);
  });
});
