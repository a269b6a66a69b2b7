import { expect, test } from '@jest/globals';
import { consentedAccess } from './consented-access.js';
import { aConsent, FURNISHER, id, NOW, OTHER_FURNISHER } from '../../testing/builders.js';

const MODEL = 'business_identity_verification';
const [everyFurnisher] = aConsent().field_access_grants;
if (!everyFurnisher) throw new Error('a consent begins with a grant for every furnisher');

const grant = (field: string, change: Partial<typeof everyFurnisher> = {}) => ({
  ...everyFurnisher,
  grant_id: id(91),
  furnishing_entity_id: FURNISHER,
  field_definitions: [`${MODEL}.${field}`],
  ...change,
});

const access = (grants: readonly (typeof everyFurnisher)[], furnisher = FURNISHER) =>
  consentedAccess(aConsent({ field_access_grants: [everyFurnisher, ...grants] }), NOW)(furnisher);

test('a grant for a furnisher replaces the grant for every furnisher, only for that furnisher', () => {
  const grants = [grant('business_dba_name')];
  expect(access(grants).allows(MODEL, 'business_dba_name')).toBe(true);
  expect(access(grants).allows(MODEL, 'business_entity_type')).toBe(false);
  expect(access(grants, OTHER_FURNISHER).allows(MODEL, 'business_entity_type')).toBe(true);
});

test('several grants for a furnisher are combined', () => {
  const both = access([grant('business_dba_name'), grant('business_entity_type')]);
  expect(both.allows(MODEL, 'business_dba_name')).toBe(true);
  expect(both.allows(MODEL, 'business_entity_type')).toBe(true);
  expect(both.allows(MODEL, 'business_website_url')).toBe(false);
});

test.each([
  ['has ended', { effective_to: new Date(NOW).toISOString() }],
  ['has not begun', { effective_from: new Date(NOW + 1).toISOString() }],
])('a grant for a furnisher that %s does not replace the general grant', (_, change) => {
  const outside = access([grant('business_dba_name', change)]);
  expect(outside.allows(MODEL, 'business_entity_type')).toBe(true);
});
