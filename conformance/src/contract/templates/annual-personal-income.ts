import { fields } from '../../shape/fields.js';
import {
  FURNISHED_CONSUMER_INPUT,
  NETWORK_IDS,
  queryOf,
  type FurnishContract,
} from './template.js';

const DATA = fields(`
  pay_frequency paystub_upload: string
  tax_return_upload?: string | null
  bank_inflow_inferred_annual_income? credit_based_modelled_income?
  entity_stated_annual_income?: number | open
`);

export const annualPersonalIncomeFurnish: FurnishContract = {
  section: '4.7',
  path: '/api/templates/annual_personal_income/furnish',
  subject: 'consumer',
  input: [...FURNISHED_CONSUMER_INPUT, ...NETWORK_IDS, ...DATA],
  data: {
    pay_frequency: 'biweekly',
    paystub_upload: 'paystub.pdf',
    tax_return_upload: 'return.pdf',
    bank_inflow_inferred_annual_income: 61000.99,
    credit_based_modelled_income: 60500,
    entity_stated_annual_income: 62000.5,
  },
};

export const annualPersonalIncomeQuery = queryOf(annualPersonalIncomeFurnish, DATA);
