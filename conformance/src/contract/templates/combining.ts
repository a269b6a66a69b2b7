import { memberOf, textIn, type Answer } from '../../http/answer.js';
import { post } from '../../http/request.js';
import type { Kit } from '../../kit/kit.js';
import { untilResult } from '../../kit/until.js';
import { noResult, requireValues, status, type Values } from '../../run/expect.js';
import { Mismatch } from '../../run/mismatch.js';
import type { Row } from '../../run/row.js';
import { queried, sectionOf } from '../kyb/business.js';
import {
  businessIdentityVerificationFurnish,
  businessIdentityVerificationQuery,
} from './business-identity-verification.js';
import {
  cashflowSnapshotsTrendsFurnish,
  cashflowSnapshotsTrendsQuery,
} from './cashflow-snapshots-trends.js';
import { kycCertificateBundleQuery, kycPartFurnishes } from './kyc-certificate-bundle.js';
import { untilCovered } from './coverage.js';
import {
  aQueriedSubject,
  aSubject,
  furnishRequest,
  namingRequest,
  onlyRequired,
  queryRequest,
} from './requests.js';
import type { FurnishContract, QueryContract } from './template.js';
import { totalConsumerAssetsFurnish, totalConsumerAssetsQuery } from './total-consumer-assets.js';
import {
  totalConsumerLiabilitiesFurnish,
  totalConsumerLiabilitiesQuery,
} from './total-consumer-liabilities.js';

const BALANCE = 'bank_account_most_recent_account_balance';
const DEBT = 'aggregated_credit_accounts_outstanding_';
const MONTH = 'bank_account_net_cash_flows_last_month';

/** Answers from several furnished data sets (contract 4.7, design 8, 9). */
export const combiningRows: readonly Row[] = [
  {
    section: 'design 9',
    says: 'a record replaces an earlier one of its furnisher whole: what it does not state is null',
    check: async (kit) => {
      const subject = await aQueriedSubject(kit, { subject: 'consumer' });
      const assets = totalConsumerAssetsFurnish;
      const [type, housing] = ['asset_type', 'housing_status_own_rent'];
      await furnish(kit, assets, subject, { [type]: 'house', [housing]: 'own' });
      await ask(kit, totalConsumerAssetsQuery, subject);
      await furnish(kit, assets, subject, { [type]: 'boat', [housing]: null });
      const isLatest = ({ body }: Answer) => memberOf(body, type) === 'boat';
      const answer = await ask(kit, totalConsumerAssetsQuery, subject, isLatest);
      status(200)(answer);
      requireValues(answer, answer.body, { [type]: 'boat', [housing]: null });
    },
  },
  {
    section: '7.3',
    says: 'a template query that misses a required output is a 204 with X-Ref-Id',
    check: async (kit) => {
      const subject = await aQueriedSubject(kit, { subject: 'consumer' });
      await furnish(kit, cashflowSnapshotsTrendsFurnish, subject, { [BALANCE]: 1 });
      await untilCovered(kit, cashflowSnapshotsTrendsQuery, subject, [BALANCE]);
      noResult(await kit.send(queryRequest(cashflowSnapshotsTrendsQuery, kit.networkId, subject)));
    },
  },
  {
    section: '7.3',
    says: 'a bundle of which one part is missing is a 204 with X-Ref-Id',
    check: async (kit) => {
      const subject = await aQueriedSubject(kit, { subject: 'consumer' });
      const parts = kycPartFurnishes.slice(1);
      for (const part of parts) await furnish(kit, part, subject, part.data);
      const arriving = parts.flatMap(({ data }) => Object.keys(data));
      await untilCovered(kit, kycCertificateBundleQuery, subject, arriving);
      noResult(await kit.send(queryRequest(kycCertificateBundleQuery, kit.networkId, subject)));
    },
  },
  {
    section: '4.7',
    says: 'a cashflow query accepts an empty second address line',
    check: async (kit) => {
      const consumer = await aQueriedSubject(kit, { subject: 'consumer' });
      const subject = { ...consumer, personal_address_line_2: '' };
      noResult(await kit.send(queryRequest(cashflowSnapshotsTrendsQuery, kit.networkId, subject)));
    },
  },
  {
    section: 'design 8',
    says: 'an amount comes back with the decimals that were stated',
    check: async (kit) => {
      const subject = await aQueriedSubject(kit, { subject: 'consumer' });
      const cashflow = cashflowSnapshotsTrendsFurnish;
      const stated = { ...cashflow.data, [BALANCE]: 12.5, [MONTH]: 0.123456 };
      await furnish(kit, cashflow, subject, stated);
      const answer = await ask(kit, cashflowSnapshotsTrendsQuery, subject);
      status(200)(answer);
      requireValues(answer, answer.body, { [BALANCE]: '12.5', [MONTH]: '0.123456' });
    },
  },
  {
    section: 'design 8',
    says: 'a total of amounts is exact',
    check: async (kit) => {
      const subject = await aQueriedSubject(kit, { subject: 'consumer' });
      const kinds = [
        'auto_loan',
        'credit_card',
        'medical',
        'mortgage',
        'personal_loan',
        'student_loan',
      ];
      const stated = [0.07, 1234.5, 9_999_999_999_999.99, 0.000001, 0, 0.100001];
      const returned = ['0.07', '1234.5', '9999999999999.99', '0.000001', '0', '0.100001'];
      const debts = (amounts: readonly unknown[]) =>
        Object.fromEntries(kinds.map((kind, index) => [`${DEBT}${kind}_debt`, amounts[index]]));
      await furnish(kit, totalConsumerLiabilitiesFurnish, subject, debts(stated));
      const answer = await ask(kit, totalConsumerLiabilitiesQuery, subject);
      status(200)(answer);
      const current_total_liabilities = '10000000001234.660002';
      requireValues(answer, answer.body, { ...debts(returned), current_total_liabilities });
    },
  },
  {
    section: '4.7',
    says: 'an optional output without furnished data is null',
    check: async (kit) => {
      const subject = aSubject({ subject: 'business' });
      const { input, data } = businessIdentityVerificationFurnish;
      const whole = furnishRequest(businessIdentityVerificationFurnish, kit, subject, data);
      await kit.done(namingRequest(kit, subject));
      await kit.done(onlyRequired(whole, input));
      const answer = await ask(kit, businessIdentityVerificationQuery, subject);
      status(200)(answer);
      for (const name of ['business_operating_address_zip', 'business_registered_address_state']) {
        const value = memberOf(answer.body, name);
        if (value !== null && value !== undefined) {
          throw new Mismatch(`${name}: null`, JSON.stringify(value), answer);
        }
      }
    },
  },
  {
    section: 'design 9',
    says: 'a business identity verification has the legal name that its furnisher stated, never the one of the query',
    check: async (kit) => {
      const subject = aSubject({ subject: 'business' });
      const template = businessIdentityVerificationFurnish;
      const query = businessIdentityVerificationQuery;
      await furnish(kit, template, subject, template.data);
      await kit.done(namingRequest(kit, subject));
      const asked = { ...subject, business_legal_name: 'Totally Different Inc' };
      const answer = await ask(kit, query, asked);
      status(200)(answer);
      requireValues(answer, answer.body, { business_legal_name: subject['business_legal_name'] });
    },
  },
  {
    section: 'design 8',
    says: 'the business identity template feeds the identity section of the KYB certificate',
    check: async (kit) => {
      const subject = aSubject({ subject: 'business' });
      const template = businessIdentityVerificationFurnish;
      await furnish(kit, template, subject, template.data);
      const consent = await kit.send(post('/v1/consent/business', consentTo(kit, subject)));
      const answer = await queried(kit, { consent_id: textIn(consent.body, 'consent_id') });
      const section = sectionOf(answer, 'business_identity_verification');
      requireValues(answer, section, { furnishing_entity_id: kit.entityId });
      requireValues(answer, memberOf(section, 'data'), {
        business_entity_type: 'limited_liability_company',
        business_registration_status: 'active',
        business_tax_id_validation_result: 'match',
      });
      // Sent as the integer 2139 (design 5).
      requireValues(answer, memberOf(section, 'data', 'business_operating_address'), {
        zip: '02139',
      });
    },
  },
];

async function furnish(
  kit: Kit,
  contract: FurnishContract,
  subject: Values,
  data: Values,
): Promise<void> {
  await kit.done(furnishRequest(contract, kit, subject, data));
}

function ask(
  kit: Kit,
  query: QueryContract,
  subject: Values,
  isAwaited?: (answer: Answer) => boolean,
): Promise<Answer> {
  return untilResult(() => kit.send(queryRequest(query, kit.networkId, subject)), isAwaited);
}

function consentTo(kit: Kit, subject: Values): Values {
  const registration = 'business_registration_identifier_from_jurisdiction_of_formation';
  return {
    network_id: kit.networkId,
    did_gather_consent_from_business_prior: true,
    business_consent_identity: {
      business_legal_name: subject['business_legal_name'],
      business_jurisdiction_of_formation: subject['business_jurisdiction_of_formation'],
      [registration]: String(subject[registration]),
    },
  };
}
