import type { BusinessMatch, MatchBusinesses, NdxClient } from '@ndx/client';

type Identity = MatchBusinesses['businesses'][number];

/** How many businesses the network knows. */
export type MatchCounts = Readonly<Partial<Record<BusinessMatch, number>>>;

/** The members of an identity that match a business. */
const MEMBERS = [
  'business_legal_name',
  'business_jurisdiction_of_formation',
  'business_registration_identifier_from_jurisdiction_of_formation',
  'business_tax_identifier_type',
  'business_tax_identifier_value',
] as const;
const [, JURISDICTION, REGISTRATION, , TAX_IDENTIFIER] = MEMBERS;

const BATCH = 100;

/** Counts the businesses of records that a dry run accepted, by what the network knows of them. */
export class BusinessMatches {
  private readonly noted = new Set<string>();
  private readonly numbers = new Map<BusinessMatch, number>();
  private waiting: Identity[] = [];

  constructor(
    private readonly ndx: Pick<NdxClient, 'matchBusinesses'>,
    private readonly networkId: string,
  ) {}

  /** Records with one registration, as it is written, are of one business. */
  async add(records: readonly unknown[]): Promise<void> {
    for (const record of records) {
      const id = memberOf(record, 'business_id');
      const identity = identityIn(record);
      const key = typeof id === 'string' ? id : identity && keyOf(identity);
      if (key === undefined || this.noted.has(key)) continue;
      this.noted.add(key);
      // The network has the business of an accepted record that names it by id.
      if (typeof id === 'string') this.count('known');
      else if (identity) this.waiting.push(identity);
    }
    while (this.waiting.length >= BATCH) await this.ask();
  }

  /** The numbers of all businesses; undefined when no record is about one. */
  async counts(): Promise<MatchCounts | undefined> {
    while (this.waiting.length > 0) await this.ask();
    return this.numbers.size === 0 ? undefined : Object.fromEntries(this.numbers);
  }

  private async ask(): Promise<void> {
    const businesses = this.waiting.slice(0, BATCH);
    this.waiting = this.waiting.slice(BATCH);
    const { data } = await this.ndx.matchBusinesses({
      body: { network_id: this.networkId, businesses },
    });
    for (const { match } of data.businesses) this.count(match);
  }

  private count(match: BusinessMatch): void {
    this.numbers.set(match, (this.numbers.get(match) ?? 0) + 1);
  }
}

const WORDS: Readonly<Record<BusinessMatch, string>> = {
  new: 'new',
  known: 'known',
  known_under_another_name: 'known under another name',
  not_shown: 'not shown by the network',
  rejected: 'rejected',
};

/** The counts in words, such as `12 new, 3 known`. */
export function matchText(counts: MatchCounts): string {
  return Object.entries(WORDS)
    .flatMap(([match, words]) => {
      const number = counts[match as BusinessMatch];
      return number === undefined ? [] : `${number} ${words}`;
    })
    .join(', ');
}

/** The identity of a business in a record of a product, or in the request of a template. */
function identityIn(record: unknown): Identity | undefined {
  const identity = memberOf(record, 'business_identity') ?? record;
  const stated = MEMBERS.map((name) => [name, memberOf(identity, name)] as const);
  const found: Readonly<Record<string, unknown>> = Object.fromEntries(
    stated.filter(([, value]) => value !== undefined),
  );
  const isNamed = [REGISTRATION, TAX_IDENTIFIER].some((name) => Boolean(found[name]));
  // The dry run validated it.
  return isNamed ? found : undefined;
}

function keyOf(identity: Identity): string {
  const { [JURISDICTION]: jurisdiction, [REGISTRATION]: number } = identity;
  const parts = jurisdiction && number ? [jurisdiction, number] : Object.values(identity);
  return parts.join(' ').toUpperCase();
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
