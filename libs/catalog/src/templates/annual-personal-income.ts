import { large, nullable, optional, required } from '../fields/field.js';
import { template } from '../template.js';

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
});
