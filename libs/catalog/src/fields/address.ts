import { nullable } from './field.js';

/** The members of an address object (contract 2.8). */
export const ADDRESS_FIELDS = nullable(
  'name',
  'line_1',
  'line_2',
  'city',
  'state',
  'zip',
  'country',
);
