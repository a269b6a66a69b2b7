import { memberOf } from '../../http/answer.js';
import type { Kit } from '../../kit/kit.js';
import { requireValues, type Values } from '../../run/expect.js';
import type { Row } from '../../run/row.js';
import { businessIdentityVerificationFurnish } from '../templates/business-identity-verification.js';
import { aSubject, furnishRequest as furnishTemplate } from '../templates/requests.js';
import { consentOf, furnishBusiness, furnishRequest, queried, sectionOf } from './business.js';

const IDENTITY = 'business_identity_verification';
const OWNERSHIP = 'business_ownership_control_verification';

const performed = (at: string, type: string) => ({
  [IDENTITY]: {
    assertions: { business_identity_verification_performed_timestamp: at },
    data: { business_entity_type: type },
  },
});

/** Status words of the catalogue's table, and one that it does not list. */
const STATED: readonly (readonly [word: string, assertion: boolean | null])[] = [
  ['verified', true],
  ['not_verified', false],
  ['complete', null],
];

function identityOf(subject: Values): Values {
  return Object.fromEntries(
    [
      'business_legal_name',
      'business_jurisdiction_of_formation',
      'business_registration_identifier_from_jurisdiction_of_formation',
    ].map((name) => [name, String(subject[name])]),
  );
}

/** The choice among several furnished sections (design 9). */
export const kybChoosingRows: readonly Row[] = [
  {
    section: 'design 9',
    says: 'of two verifications the most recently performed one is in the result, first or last furnished',
    check: async (kit) => {
      const { id, identity } = await furnishBusiness(
        kit,
        performed('2026-02-02T00:00:00Z', 'corporation'),
      );
      const records = [
        // Furnished with the older verification, so that both are readable at the same time.
        {
          business_identity: identity,
          ...performed('2026-01-01T00:00:00Z', 'partnership'),
          [OWNERSHIP]: { assertions: {}, data: { business_control_determination_basis: 'vote' } },
        },
      ];
      await kit.done(furnishRequest(kit, records));
      const hasArrived = 'business_ownership_control_verification';
      const older = await queried(kit, { business_id: id }, (answer) => {
        return (sectionOf(answer, hasArrived) ?? null) !== null;
      });
      const typeIn = (answer: typeof older) => memberOf(sectionOf(answer, IDENTITY), 'data');
      requireValues(older, typeIn(older), { business_entity_type: 'corporation' });
      const newest = [
        { business_identity: identity, ...performed('2026-03-03T00:00:00Z', 'trust') },
      ];
      await kit.done(furnishRequest(kit, newest));
      const isNewest = (answer: typeof older) =>
        memberOf(typeIn(answer), 'business_entity_type') === 'trust';
      const latest = await queried(kit, { business_id: id }, isNewest);
      requireValues(latest, typeIn(latest), { business_entity_type: 'trust' });
    },
  },
  ...STATED.map(([word, assertion]) => ({
    section: 'design 9',
    says: `a furnished status of ${word} makes the assertion ${String(assertion)}`,
    check: async (kit: Kit) => {
      const subject = aSubject(businessIdentityVerificationFurnish);
      const request = furnishTemplate(businessIdentityVerificationFurnish, kit, subject, {
        ...businessIdentityVerificationFurnish.data,
        business_identity_verification_overall_status: word,
      });
      await kit.done(request);
      const consent_id = await consentOf(kit, identityOf(subject));
      const answer = await queried(kit, { consent_id });
      requireValues(answer, memberOf(sectionOf(answer, IDENTITY), 'assertions'), {
        business_identity_verification_assertion: assertion,
      });
    },
  })),
];
