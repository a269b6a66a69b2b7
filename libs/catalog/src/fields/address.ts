import { nullable, worded } from './field.js';

/** The members of an address object (contract 2.8). */
export const ADDRESS_FIELDS = worded(
  {
    line_1: ['The first line.', '100 Example Street'],
    line_2: ['The second line, if any.', 'Suite 4'],
    city: ['The city.', 'Wilmington'],
    state: ['The state or region.', 'DE'],
    zip: ['The postal code.', '19801'],
    country: ['The country (ISO 3166-1 alpha-2).', 'US'],
  },
  nullable('name', 'line_1', 'line_2', 'city', 'state', 'zip', 'country'),
);
