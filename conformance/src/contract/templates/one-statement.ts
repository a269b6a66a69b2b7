import { memberOf, textIn, type Answer } from '../../http/answer.js';
import { fixture, type Kit } from '../../kit/kit.js';
import { foundSharedNetwork } from '../../kit/own-networks.js';
import { untilResult } from '../../kit/until.js';
import { noResult, requireValues, status, type Values } from '../../run/expect.js';
import type { Row } from '../../run/row.js';
import { sectionOf } from '../kyb/business.js';
import {
  businessIdentityVerificationFurnish as IDENTITY,
  businessIdentityVerificationQuery as IDENTITY_QUERY,
} from './business-identity-verification.js';
import {
  cashflowSnapshotsTrendsFurnish as CASHFLOW,
  cashflowSnapshotsTrendsQuery as CASHFLOW_QUERY,
} from './cashflow-snapshots-trends.js';
import {
  consumerCreditHealthSnapshotFurnish as HEALTH,
  consumerCreditHealthSnapshotQuery as HEALTH_QUERY,
} from './consumer-credit.js';
import {
  kycCertificateBundleQuery as KYC_QUERY,
  kycPartFurnishes,
  kycPartQueries,
} from './kyc-certificate-bundle.js';
import { aQueriedSubject, furnishRequest, queryRequest } from './requests.js';
import { AT, type QueryContract } from './template.js';
import { TwoFurnishers } from './two-furnishers.js';

const STATUS = 'business_identity_verification_overall_status';
const VERIFIED_AT = 'business_identity_verification_timestamp';
const LATER = '2026-01-20T09:30:00Z';
const UPDATED = 'bank_account_last_update_date';
const DAYS = 'bank_account_number_of_days_with_negative_account_balance_in_last_30_days';
const CLARITY = 'liveness_evidence_clarity';
const REVIEWED = 'is_liveness_evidence_review_complete';

const shared = fixture(foundSharedNetwork);

/** A template answers with one furnisher's statement of each group (design 9, decision 0022). */
export const oneStatementRows: readonly Row[] = [
  ...[
    {
      says: 'an answer that names one furnisher has no status, time or address of another one',
      check: async (two: TwoFurnishers) => {
        const subject = await two.subject(IDENTITY);
        await two.own(IDENTITY, subject, { ...IDENTITY.data, [VERIFIED_AT]: AT });
        await two.name(subject);
        const failed = { [STATUS]: 'failed', business_registered_address_line_1: '9 Other Road' };
        const absent = {
          business_registered_address_line_2: null,
          business_registered_address_state: null,
        };
        await two.other(IDENTITY, subject, {
          ...{ ...IDENTITY.data, ...failed, ...absent },
          [VERIFIED_AT]: LATER,
        });
        const isOther = ({ body }: Answer) =>
          memberOf(body, 'network_furnisher_id') === two.network.otherId;
        const answer = await two.answer(IDENTITY_QUERY, subject, isOther);
        requireValues(answer, answer.body, {
          network_furnisher_id: two.network.otherId,
          ...{ ...failed, ...absent },
        });
      },
    },
    {
      says: 'an answer has the legal name that its furnisher stated, not the one of another institution',
      check: async (two: TwoFurnishers) => {
        const subject = await two.subject(IDENTITY);
        await two.name(subject, ['own']);
        await two.own(IDENTITY, subject, { ...IDENTITY.data, [VERIFIED_AT]: AT });
        const later = { ...IDENTITY.data, [STATUS]: 'failed', [VERIFIED_AT]: LATER };
        await two.otherReadable(IDENTITY, IDENTITY_QUERY, subject, later);
        const { business_legal_name } = subject;
        const unnamed = await two.answer(IDENTITY_QUERY, subject);
        const first = { business_legal_name, [STATUS]: IDENTITY.data[STATUS] };
        requireValues(unnamed, unnamed.body, first);
        const renamed = { business_legal_name: 'Renamed Hardware Inc' };
        await two.name({ ...subject, ...renamed }, ['other']);
        const isOther = ({ body }: Answer) =>
          memberOf(body, 'network_furnisher_id') === two.network.otherId;
        const answer = await two.answer(IDENTITY_QUERY, subject, isOther);
        requireValues(answer, answer.body, {
          network_furnisher_id: two.network.otherId,
          ...renamed,
        });
      },
    },
    {
      says: 'a verification of long ago that was furnished last does not replace a later one, also in the certificate',
      check: async (two: TwoFurnishers) => {
        const subject = await two.subject(IDENTITY);
        await two.name(subject);
        await two.other(IDENTITY, subject, {
          ...{ ...IDENTITY.data, [STATUS]: 'failed', [VERIFIED_AT]: LATER },
        });
        const old = { ...IDENTITY.data, [VERIFIED_AT]: '2019-01-15T09:30:00Z' };
        await two.own(IDENTITY, subject, old);
        const answer = await two.answer(IDENTITY_QUERY, subject);
        requireValues(answer, answer.body, { [STATUS]: 'failed' });
        const certificate = await two.certificate(subject);
        const section = sectionOf(certificate, 'business_identity_verification');
        requireValues(certificate, section, { furnishing_entity_id: two.network.otherId });
        requireValues(certificate, memberOf(section, 'assertions'), {
          business_identity_verification_assertion: false,
        });
      },
    },
    {
      says: 'a score has the name, version and factors that were furnished with it',
      check: async (two: TwoFurnishers) => {
        const subject = await two.subject(HEALTH);
        await two.own(HEALTH, subject, HEALTH.data);
        const half = {
          credit_based_credit_score_name: ['another score'],
          credit_based_credit_score_value: ['1'],
        };
        await two.otherReadable(HEALTH, HEALTH_QUERY, subject, half);
        const answer = await two.answer(HEALTH_QUERY, subject);
        requireValues(answer, answer.body, HEALTH_QUERY.answer);
      },
    },
    {
      says: 'a score with its name, version and factors can be of another furnisher than the debts',
      check: async (two: TwoFurnishers) => {
        const subject = await two.subject(HEALTH);
        const isCashflow = ([name]: readonly [string, unknown]) => name.startsWith('cashflow_');
        const entries = Object.entries(HEALTH.data);
        const bureau = Object.fromEntries(entries.filter((entry) => !isCashflow(entry)));
        await two.own(HEALTH, subject, bureau);
        const bank = Object.fromEntries(entries.filter(isCashflow));
        await two.otherReadable(HEALTH, HEALTH_QUERY, subject, bank);
        const answer = await two.answer(HEALTH_QUERY, subject);
        requireValues(answer, answer.body, HEALTH_QUERY.answer);
      },
    },
    {
      says: 'balances have the time at which they were furnished, whatever another furnisher adds',
      check: async (two: TwoFurnishers) => {
        const subject = await two.subject(CASHFLOW);
        await two.own(CASHFLOW, subject, CASHFLOW.data);
        const before = await two.answer(CASHFLOW_QUERY, subject);
        await two.otherReadable(CASHFLOW, CASHFLOW_QUERY, subject, { [DAYS]: 9 });
        const answer = await two.answer(CASHFLOW_QUERY, subject);
        const time = textIn(before.body, UPDATED);
        requireValues(answer, answer.body, { ...CASHFLOW_QUERY.answer, [UPDATED]: time });
      },
    },
    {
      says: 'two half captures of two furnishers are no complete KYC check',
      check: async (two: TwoFurnishers) => {
        const subject = await two.subject({ subject: 'consumer' });
        for (const part of kycPartFurnishes) {
          await two.own(part, subject, without(part.data, 'identity_document_upload'));
          await two.other(part, subject, without(part.data, 'document_capture_timestamp'));
        }
        await two.readable(KYC_QUERY, subject, two.network.otherId);
        noResult(await two.ask(KYC_QUERY, subject));
      },
    },
  ].map(({ says, check }): Row => ({
    section: 'design 9',
    says,
    needs: ['other'],
    check: async (kit) => check(new TwoFurnishers(kit, await shared(kit))),
  })),
  {
    section: 'design 9',
    says: 'a step is complete if positive words say so, not by any text',
    check: async (kit) => {
      const place = kycPartFurnishes.findIndex(({ path }) => path.includes('liveness'));
      const [part, query] = [kycPartFurnishes[place], kycPartQueries[place]];
      if (!part || !query) throw new Error('liveness is a part of the KYC bundle');
      const reviewed = async (clarity: string, stated: boolean | null = null) => {
        const subject = await aQueriedSubject(kit, part);
        const data = { ...part.data, [CLARITY]: clarity, [REVIEWED]: stated };
        await kit.done(furnishRequest(part, kit, subject, data));
        return { kit, query, subject };
      };
      await requireReview(await reviewed('clear'), 'true');
      await requireReview(await reviewed('spoof detected'), 'false');
      await requireReview(await reviewed('to be decided', true), 'true');
      const unknown = await reviewed('spoof detected, review aborted');
      const two = new TwoFurnishers(kit, { networkId: kit.networkId, otherId: '' });
      await two.readable(query, unknown.subject, kit.entityId);
      noResult(await two.ask(query, unknown.subject));
    },
  },
];

function without(values: Values, field: string): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => name !== field));
}

async function requireReview(
  { kit, query, subject }: { kit: Kit; query: QueryContract; subject: Values },
  expected: string,
): Promise<void> {
  const request = queryRequest(query, kit.networkId, subject);
  const answer = await untilResult(() => kit.send(request));
  status(200)(answer);
  requireValues(answer, answer.body, { [REVIEWED]: expected });
}
