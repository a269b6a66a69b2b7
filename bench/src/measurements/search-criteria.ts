import type { KnownIdentifiers } from '../fill/identities.js';

/** A single criterion of contract 4.2, with values of one kind. */
export interface SearchCase {
  readonly kind: 'consumer' | 'business';
  /** The query parameter; none for a search without criteria. */
  readonly parameter: string | undefined;
  readonly sort: 'common' | 'middling' | 'rare' | 'absent' | 'short' | 'exact' | 'newest';
  readonly values: readonly string[];
}

/**
 * Values of each criterion that match nearly all identities, one in 100 to 1,000, few and none, and
 * values of one or two characters. Exact identifiers are separate criteria.
 */
export function searchCases({ ssns, eins }: KnownIdentifiers): SearchCase[] {
  const parts = (
    kind: SearchCase['kind'],
    parameter: string,
    [common, middling, rare, absent, short]: readonly string[],
  ): SearchCase[] =>
    Object.entries({ common, middling, rare, absent, short }).map(([sort, values = '']) => ({
      kind,
      parameter,
      sort: sort as SearchCase['sort'],
      values: values.split(','),
    }));
  return [
    { kind: 'consumer', parameter: undefined, sort: 'newest', values: [''] },
    ...parts('consumer', 'first_name', [
      'James,Mar,ann,an',
      'Judith,Zachary,Søren,Willie',
      'James Beverly,Zoë Ann,Иван Mar',
      'Xyzzy,Qqqq,Aloysius',
      'j,z,q,ø,伟,jo,zz',
    ]),
    ...parts('consumer', 'last_name', [
      'son,man,er,ing',
      'Smith,Jimenez,Kim,stein',
      'Wesbeberg,Hallikoski,Tordersen,Grimoquist',
      'Xyzzy,Qqqq,Featherstonehaugh',
      'a,z,q,x,sm,zz,qu',
    ]),
    ...parts('consumer', 'personal_email', [
      'example,@mail,smith,mar',
      '@uni,jimenez,judith,.kim',
      'mary.smith1,james.wesbe,zachary.k',
      'xyzzy,nobody@,qqqq',
      '@,q,x,7,zz,99,.q',
    ]),
    { kind: 'consumer', parameter: 'social_security_number', sort: 'exact', values: ssns },
    {
      kind: 'consumer',
      parameter: 'social_security_number',
      sort: 'absent',
      values: ['987654321'],
    },
    {
      kind: 'consumer',
      parameter: 'date_of_birth',
      sort: 'exact',
      values: ['1950-02-28', '1971-07-01', '1984-03-02', '2001-11-30'],
    },
    { kind: 'consumer', parameter: 'date_of_birth', sort: 'absent', values: ['1901-01-01'] },
    { kind: 'business', parameter: undefined, sort: 'newest', values: [''] },
    ...parts('business', 'business_legal_name', [
      'LLC,Inc.,construction,services',
      'Veterinary,Jewelry,Jimenez,GmbH',
      'Smith & Jimenez,Kalasen Technologies,Dundomont,Riverside Jewelry L',
      'Xyzzy,Qqqq,Featherstonehaugh',
      'a,&,z,q,x,zz,.',
    ]),
    ...parts('business', 'business_dba_name', [
      'media,springfield,ing,main',
      'Toys,Wilmington,Arlington,Veterinary',
      'Arlington Veterinary,Wilmington Toys,Franklin Pets',
      'Xyzzy,Qqqq,Featherstonehaugh',
      'a,z,q,x,zz,ma',
    ]),
    ...parts('business', 'business_email', [
      'example,info@,services,smith',
      'veterinary,jimenez,pets',
      'smith-jewelry7,dundomont,jimenez-toys',
      'xyzzy,nobody@,qqqq',
      '@,q,x,7,zz,99',
    ]),
    { kind: 'business', parameter: 'federal_ein', sort: 'exact', values: eins },
    { kind: 'business', parameter: 'federal_ein', sort: 'absent', values: ['987654321'] },
  ];
}
