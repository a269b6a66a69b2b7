import { memberOf } from '../../http/answer.js';
import { requireValues, status } from '../../run/expect.js';
import type { Row } from '../../run/row.js';
import { furnishBusiness, furnishRequest, queried, sectionOf } from './business.js';

const IDENTITY = 'business_identity_verification';
const OWNERSHIP = 'business_ownership_control_verification';

const performed = (at: string, type: string) => ({
  [IDENTITY]: {
    assertions: { business_identity_verification_performed_timestamp: at },
    data: { business_entity_type: type },
  },
});

/** Which of several furnished sections a result has (design 9). */
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
        // Furnished with the older verification: where the one can be seen, so can the other.
        {
          business_identity: identity,
          ...performed('2026-01-01T00:00:00Z', 'partnership'),
          [OWNERSHIP]: { assertions: {}, data: { business_control_determination_basis: 'vote' } },
        },
      ];
      status(200)(await kit.send(furnishRequest(kit, records)));
      const hasArrived = 'business_ownership_control_verification';
      const older = await queried(kit, { business_id: id }, (answer) => {
        return (sectionOf(answer, hasArrived) ?? null) !== null;
      });
      const typeIn = (answer: typeof older) => memberOf(sectionOf(answer, IDENTITY), 'data');
      requireValues(older, typeIn(older), { business_entity_type: 'corporation' });
      const newest = [
        { business_identity: identity, ...performed('2026-03-03T00:00:00Z', 'trust') },
      ];
      status(200)(await kit.send(furnishRequest(kit, newest)));
      const isNewest = (answer: typeof older) =>
        memberOf(typeIn(answer), 'business_entity_type') === 'trust';
      const latest = await queried(kit, { business_id: id }, isNewest);
      requireValues(latest, typeIn(latest), { business_entity_type: 'trust' });
    },
  },
];
