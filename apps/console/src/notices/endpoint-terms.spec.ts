import { expect, test } from '@jest/globals';
import {
  DEFAULT_TERMS,
  filtersOf,
  termsOf,
  textsOf,
  type EndpointTerms,
} from './endpoint-terms.js';

const throughForm = (terms: EndpointTerms) => termsOf(textsOf(terms), filtersOf(terms));

test('a form without input states the default terms', () => {
  expect(throughForm(DEFAULT_TERMS)).toEqual(DEFAULT_TERMS);
});

test('a form that nobody changes states the saved terms', () => {
  const saved: EndpointTerms = {
    url: 'https://bank.example.com/notices',
    network_ids: ['network'],
    product_ids: ['product'],
    kinds: ['changed', 'withdrawn'],
    window_days: 90,
    description: 'Compliance system',
  };
  expect(throughForm(saved)).toEqual(saved);
});
