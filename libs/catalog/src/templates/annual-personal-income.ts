import { large, nullable, optional, required } from '../fields/field.js';
import { template } from '../template.js';
import { PAY_FREQUENCIES } from '../words/known-values.js';

/** Contract 4.7 lists only the furnish request; the query returns the furnished values. */
export const annualPersonalIncome = template({
  slug: 'annual_personal_income',
  subject: 'consumer',
  furnish: {
    data: [
      ...required('string', 'pay_frequency'),
      ...large(required('string', 'paystub_upload')),
      ...large(nullable('string', 'tax_return_upload')),
      ...optional(
        'amount',
        'bank_inflow_inferred_annual_income',
        'credit_based_modelled_income',
        'entity_stated_annual_income',
      ),
    ],
  },
  words: {
    pay_frequency: ['How often the consumer is paid.', 'biweekly', PAY_FREQUENCIES],
    paystub_upload: ['A pay stub, as a document in Base64.', 'JVBERi0xLjcKJcTl8uXrp/Og0MTGCg=='],
    tax_return_upload: [
      'A tax return, as a document in Base64.',
      'JVBERi0xLjcKJcTl8uXrp/Og0MTGCg==',
    ],
    bank_inflow_inferred_annual_income: [
      'The annual income, inferred from inflows of bank accounts.',
      68250.5,
    ],
    credit_based_modelled_income: ['The annual income, modelled from credit data.', 70100],
    entity_stated_annual_income: ['The annual income that the institution states.', 69000],
  },
});
