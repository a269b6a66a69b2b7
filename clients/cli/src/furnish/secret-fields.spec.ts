import { expect, test } from '@jest/globals';
import { FURNISHED_CONSUMER_INPUT, TEMPLATES } from '@ndx/catalog';
import { shownValue } from './secret-fields.js';

const furnished = TEMPLATES.flatMap(({ furnish }) => furnish?.data ?? []);
const sealed = furnished.filter(({ sealed }) => sealed);
/** The reference of the institution and the lines of an address do not identify a person alone. */
const identifying = FURNISHED_CONSUMER_INPUT.filter(({ name }) => !name.startsWith('consumer_'));

test.each([...new Set([...sealed, ...identifying].map(({ name }) => name))])(
  'the value of %s is masked',
  (name) => {
    expect(shownValue(name, 'value')).toBe('****');
    expect(shownValue(`business_identity.${name}`, 7)).toBe('****');
  },
);

test('the value of a field that is not secret is shown', () => {
  expect(shownValue('business_identity.business_legal_name', 'A')).toBe('A');
  expect(shownValue('annual_income', 7)).toBe(7);
});
