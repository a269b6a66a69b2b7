import { expect, test } from '@jest/globals';
import type { BusinessMatch } from '@ndx/client';
import { BusinessMatches, matchText } from './business-matches.js';

const REGISTRATION = 'business_registration_identifier_from_jurisdiction_of_formation';

const identity = (number: string | number, name = 'Acme LLC') => ({
  business_legal_name: name,
  business_jurisdiction_of_formation: 'US-DE',
  [REGISTRATION]: number,
});

/** A network that knows some registrations under the name Acme LLC. */
function network(known: readonly string[]) {
  const requests: object[][] = [];
  const matchBusinesses = ({ body }: { body: { businesses: ReturnType<typeof identity>[] } }) => {
    requests.push(body.businesses);
    const businesses = body.businesses.map((one) => {
      const isKnown = known.includes(String(one[REGISTRATION]));
      const isSame = one.business_legal_name === 'Acme LLC';
      const match: BusinessMatch = !isKnown ? 'new' : isSame ? 'known' : 'known_under_another_name';
      return { match, rejection: null };
    });
    return Promise.resolve({ data: { businesses } });
  };
  const ndx = { matchBusinesses } as never;
  return { requests, matches: new BusinessMatches(ndx, 'network') };
}

test('counts the businesses of records, each once', async () => {
  const { matches } = network(['1', '2', '3']);
  await matches.add([
    { business_identity: identity('1') },
    { business_identity: identity(2, 'Other LLC') },
    { business_identity: identity('9') },
    { business_identity: identity('1') },
    identity('3'),
    { business_id: 'b' },
  ]);
  const counts = await matches.counts();
  expect(counts).toEqual({ known: 3, known_under_another_name: 1, new: 1 });
  expect(matchText(counts ?? {})).toBe('1 new, 3 known, 1 known under another name');
});

test('asks for 100 businesses at a time, by what identifies them alone', async () => {
  const { matches, requests } = network([]);
  const record = (number: number) => ({
    business_identity: { ...identity(number), business_website_url: 'https://example.com' },
  });
  await matches.add(Array.from({ length: 150 }, (_, number) => record(number + 1)));
  expect(await matches.counts()).toEqual({ new: 150 });
  expect(requests.map(({ length }) => length)).toEqual([100, 50]);
  expect(requests[0]?.[0]).toEqual(identity(1));
});

test('has no counts of records about consumers', async () => {
  const { matches, requests } = network([]);
  await matches.add([{ first_name: 'Ada' }, 7]);
  expect([await matches.counts(), requests]).toEqual([undefined, []]);
});
