import { Amount } from '../../run/expect.js';
import { fields } from '../../shape/fields.js';
import { record } from '../../shape/shape.js';
import {
  FURNISHED_CONSUMER_INPUT,
  NETWORK_IDS,
  STANDARD_CONSUMER_INPUT,
  type FurnishContract,
  type QueryContract,
} from './template.js';

export const annualPersonalIncomeFurnish: FurnishContract = {
  section: '4.7',
  path: '/api/templates/annual_personal_income/furnish',
  subject: 'consumer',
  input: [
    ...FURNISHED_CONSUMER_INPUT,
    ...NETWORK_IDS,
    ...fields(`
      pay_frequency paystub_upload: string
      tax_return_upload?: string | null
      bank_inflow_inferred_annual_income? credit_based_modelled_income?
      entity_stated_annual_income?: number | open
    `),
  ],
  data: {
    pay_frequency: 'biweekly',
    paystub_upload: 'paystub.pdf',
    tax_return_upload: 'return.pdf',
    bank_inflow_inferred_annual_income: 61000.99,
    credit_based_modelled_income: 60500,
    entity_stated_annual_income: 62000.5,
  },
};

/** The contract lists only its furnish request; the furnished values can be queried (design 8). */
export const annualPersonalIncomeQuery: QueryContract = {
  section: 'design 8',
  path: '/api/templates/annual_personal_income/query',
  subject: 'consumer',
  input: STANDARD_CONSUMER_INPUT,
  output: record(`
    network_query_id: uuid
    pay_frequency paystub_upload: string
    tax_return_upload?: string | null
    bank_inflow_inferred_annual_income? credit_based_modelled_income?
    entity_stated_annual_income?: decimal | null
  `),
  furnished: [annualPersonalIncomeFurnish],
  answer: {
    pay_frequency: 'biweekly',
    paystub_upload: 'paystub.pdf',
    tax_return_upload: 'return.pdf',
    bank_inflow_inferred_annual_income: new Amount('61000.99'),
    credit_based_modelled_income: new Amount('60500.00'),
    entity_stated_annual_income: new Amount('62000.50'),
  },
};
