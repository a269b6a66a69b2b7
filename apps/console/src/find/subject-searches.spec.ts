import { expect, test } from '@jest/globals';
import { subjectSearches } from './subject-searches.js';

const criteriaOf = (text: string) => subjectSearches(text).map(({ criteria }) => criteria);

test.each(['123456789', '12-3456789'])('%s is a search by EIN, without it in the label', (text) => {
  expect(criteriaOf(text)).toEqual([{ federal_ein: 123456789 }]);
  expect(subjectSearches(text)[0]?.label).not.toContain('3456789');
});

test('a text is a search of businesses and of consumers by name', () => {
  expect(criteriaOf('Acme')).toEqual([{ business_legal_name: 'Acme' }, { last_name: 'Acme' }]);
  expect(criteriaOf('Ada Example')).toEqual([
    { business_legal_name: 'Ada Example' },
    { first_name: 'Ada', last_name: 'Example' },
  ]);
});
