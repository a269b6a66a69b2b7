import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { subjectIdOf, UNUSABLE } from '@ndx/service/testing';
import { useFurnishingService } from '../testing/furnishing-service.js';
import { kybFurnisher } from '../testing/kyb-furnisher.js';
import { anIdentity, anIdentitySection, aRecord } from '../testing/kyb-records.js';

const AT = 'body -> records -> 0';
const SECTION = 'business_identity_verification';

const fault = (path: string, detail: string, code = 'invalid_value') => ({ code, path, detail });

const service = useFurnishingService();

describe('an invalid record is rejected', () => {
  test('and the others of its submission are accepted', async () => {
    const { principal, network, furnish } = kybFurnisher(service);
    const { status, body } = await furnish([
      aRecord(),
      aRecord({ [SECTION]: anIdentitySection({ business_dba_name: 5 }) }),
      'no record',
      aRecord({ business_identity: anIdentity('C-2') }),
    ]);
    const refused = { accepted: false, business_id: null, record_id: null };
    expect({ status, success: body['success'] }).toEqual({ status: 200, success: false });
    expect(body['results']).toEqual([
      expect.objectContaining({ index: 0, accepted: true }),
      {
        ...refused,
        index: 1,
        errors: [
          fault(
            `${SECTION}.data.business_dba_name`,
            `body -> records -> 1 -> ${SECTION} -> data -> business_dba_name: must be a string`,
          ),
        ],
      },
      { ...refused, index: 2, errors: [fault('', 'body -> records -> 2: must be an object')] },
      expect.objectContaining({ index: 3, business_id: subjectIdOf(network, 'C-2') }),
    ]);
    expect(await service.eventsOf(principal, 2)).toHaveLength(2);
  });

  test('for an unknown field', async () => {
    const { reasons } = kybFurnisher(service);
    const section = anIdentitySection({ business_dba_nmae: 'Northwind' });
    expect(await reasons(aRecord({ [SECTION]: section }))).toEqual([
      `${AT} -> ${SECTION} -> data -> business_dba_nmae: is not a known field`,
    ]);
  });

  test('for each of its faults, of which a result has at most twenty', async () => {
    const { reasons } = kybFurnisher(service);
    const section = anIdentitySection({ business_dba_name: 5, business_dba_nmae: 'Northwind' });
    const record = { ...aRecord({ [SECTION]: section }), business_identity: null };
    expect(await reasons(record)).toEqual([
      `${AT} -> ${SECTION} -> data -> business_dba_nmae: is not a known field`,
      `${AT} -> ${SECTION} -> data -> business_dba_name: must be a string`,
      `${AT} -> business_identity: is required unless business_id is given`,
    ]);
    const unknown = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`m${n}`, n]));
    expect(await reasons({ ...aRecord(), ...unknown(30) })).toHaveLength(20);
    expect(await reasons(unknown(19))).toHaveLength(20);
  });

  test.each(['constructor', 'toString', 'valueOf'])(
    'for a member called %s, at any depth, while the others are accepted',
    async (name) => {
      const { furnish } = kybFurnisher(service);
      const deep = anIdentitySection({ [name]: 1 });
      const { status, body } = await furnish([
        { ...aRecord(), [name]: 1 },
        aRecord({ [SECTION]: deep }),
        aRecord(),
      ]);
      expect(status).toBe(200);
      expect(body['results']).toEqual([
        expect.objectContaining({
          errors: [fault(name, `${AT} -> ${name}: is not a known field`)],
        }),
        expect.objectContaining({
          errors: [
            fault(
              `${SECTION}.data.${name}`,
              `body -> records -> 1 -> ${SECTION} -> data -> ${name}: is not a known field`,
            ),
          ],
        }),
        expect.objectContaining({ accepted: true }),
      ]);
    },
  );

  test('without a section', async () => {
    const { reasons } = kybFurnisher(service);
    expect(await reasons(aRecord({ [SECTION]: null }))).toEqual([
      `${AT}: must hold at least one of business_identity_verification, business_ownership_control_verification, business_risk_compliance_assessment`,
    ]);
  });

  test('without the verification time of a section', async () => {
    const { reasons } = kybFurnisher(service);
    const section = `${AT} -> business_risk_compliance_assessment -> assertions`;
    expect(await reasons(aRecord({ business_risk_compliance_assessment: {} }))).toEqual([
      `${section}: is required`,
    ]);
    const record = aRecord({ business_risk_compliance_assessment: { assertions: {} } });
    expect(await reasons(record)).toEqual([
      `${section} -> business_risk_compliance_timestamp: is required`,
    ]);
  });

  test('when it was verified in the future, with a tolerance of five minutes', async () => {
    const { furnish, reasons } = kybFurnisher(service);
    const verifiedIn = (minutes: number) =>
      aRecord({
        [SECTION]: anIdentitySection({}, new Date(Date.now() + minutes * 60_000).toISOString()),
      });
    expect((await furnish([verifiedIn(4)])).body['success']).toBe(true);
    expect(await reasons(verifiedIn(6))).toEqual([
      `${AT} -> ${SECTION} -> assertions -> business_identity_verification_performed_timestamp: must not be in the future`,
    ]);
  });

  test('when it identifies no business, or one in two ways', async () => {
    const { reasons } = kybFurnisher(service);
    expect(await reasons(aRecord({ business_identity: null }))).toEqual([
      `${AT} -> business_identity: is required unless business_id is given`,
    ]);
    expect(await reasons(aRecord({ business_id: randomUUID() }))).toEqual([
      `${AT} -> business_id: must not be given together with business_identity`,
    ]);
  });

  test('when its id is not a business id', async () => {
    const { furnish, network } = kybFurnisher(service);
    const id = randomUUID();
    service.entity.know(network, id);
    const section = { [SECTION]: anIdentitySection() };
    const { body } = await furnish([
      { business_id: '11111111-1111-1111-1111-111111111111', ...section },
      { business_id: id, ...section },
    ]);
    expect(body['results']).toEqual([
      expect.objectContaining({
        accepted: false,
        errors: [
          fault(
            'business_id',
            `${AT} -> business_id: the network has no such business`,
            'unknown_business',
          ),
        ],
      }),
      expect.objectContaining({ accepted: true, business_id: id }),
    ]);
  });

  test('when the network does not have its business, even if another network does', async () => {
    const { reasons } = kybFurnisher(service);
    const id = randomUUID();
    service.entity.know(randomUUID(), id);
    expect(await reasons({ business_id: id, [SECTION]: anIdentitySection() })).toEqual([
      `${AT} -> business_id: the network has no such business`,
    ]);
  });

  test('when entity rejects the identity of its business', async () => {
    const { reasons } = kybFurnisher(service);
    expect(await reasons(aRecord({ business_identity: anIdentity(UNUSABLE) }))).toEqual([
      `${AT} -> business_identity -> business_registration_identifier_from_jurisdiction_of_formation: must be usable`,
    ]);
  });
});
