import { EXAMPLE_IDS } from '@ndx/contracts';
import { IsOptional } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { AnyText, IsDay, QueryInteger, Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { ListCount, MAX_COUNTED_ITEMS } from './list-count.js';

const MAX_LENGTH = 500;

/** The criteria of contract 4.2. */
class ConsumerCountDto {
  @Uuid()
  readonly network_id!: string;

  @IsOptional()
  @AnyText(MAX_LENGTH)
  readonly first_name?: string;

  @IsOptional()
  @AnyText(MAX_LENGTH)
  readonly last_name?: string;

  @IsOptional()
  @AnyText(MAX_LENGTH)
  readonly personal_email?: string;

  @IsOptional()
  @AnyText(MAX_LENGTH)
  readonly social_security_number?: string;

  @IsOptional()
  @IsDay()
  readonly date_of_birth?: string;

  @IsOptional()
  @Uuid()
  readonly consumer_id?: string;
}

/** Query parameters of contract 4.2. */
class ConsumerSearchDto extends ConsumerCountDto {
  @IsOptional()
  @QueryInteger({ min: 1, max: 100 })
  readonly limit: number = 20;

  /** The `id` of the last result of the page before. */
  @IsOptional()
  @Uuid()
  readonly after?: string;
}

/** The criteria of contract 4.2. */
class BusinessCountDto {
  @Uuid()
  readonly network_id!: string;

  @IsOptional()
  @AnyText(MAX_LENGTH)
  readonly business_legal_name?: string;

  @IsOptional()
  @AnyText(MAX_LENGTH)
  readonly business_dba_name?: string;

  @IsOptional()
  @AnyText(MAX_LENGTH)
  readonly business_email?: string;

  @IsOptional()
  @QueryInteger()
  readonly federal_ein?: number;

  @IsOptional()
  @Uuid()
  readonly business_id?: string;
}

/** Query parameters of contract 4.2. */
class BusinessSearchDto extends BusinessCountDto {
  @IsOptional()
  @QueryInteger({ min: 1, max: 100 })
  readonly limit: number = 20;

  /** The `id` of the last result of the page before. */
  @IsOptional()
  @Uuid()
  readonly after?: string;
}

/** Contract 2.3. */
const ConsumerResult = wire.record('ConsumerSearchResult', {
  id: wire.uuid,
  identifier: wire.text,
  first_name: wire.text,
  last_name: wire.text,
  /** Empty when unknown: the contract requires a string, never null. */
  personal_email: wire.text,
  date_of_birth: wire.day,
  created_at: wire.timestamp,
});

const textOrNull = wire.nullable(wire.text);

/** Design 5. */
const BusinessResult = wire.record('BusinessSearchResult', {
  id: wire.uuid,
  identifier: wire.text,
  business_legal_name: textOrNull,
  is_own_legal_name: wire.flag,
  business_dba_name: textOrNull,
  business_email: textOrNull,
  business_entity_type: textOrNull,
  business_date_of_incorporation: wire.nullable(wire.day),
  business_phone: textOrNull,
  business_website_url: textOrNull,
  federal_ein_last_four: textOrNull,
  created_at: wire.timestamp,
  updated_at: wire.timestamp,
});

const AFTER = 'The `id` of the last result of the page before; without it, the first page.';

const COMMON = {
  method: 'GET',
  service: 'entity',
  permission: 'entity:search',
  description:
    'Criteria are combined with AND; results are listed newest first. The next page has the `id` of the last result as `after`; a page with fewer results than `limit` is the last one. If the `identity_visibility` ' +
    'of the network is `related`, a search lists subjects for which the institution furnished a ' +
    'record or recorded a consent, and any other subject only by its complete SSN or EIN. Each ' +
    'search is recorded in the audit log, with hashes of its criteria and the number of results.',
  refusals: ['not_a_member', 'invalid_cursor'],
} as const;

export const searchConsumers = declareOperation({
  ...COMMON,
  id: 'searchConsumers',
  path: '/v1/entities/consumer/search',
  summary: 'Search consumers',
  request: { query: ConsumerSearchDto },
  answer: wire.listOf(ConsumerResult),
  words: {
    'ConsumerSearchResult.id': ['The `consumer_id` of the consumer.', EXAMPLE_IDS.consumer],
    'ConsumerSearch.after': [AFTER, EXAMPLE_IDS.consumer],
    'ConsumerSearch.first_name': ['A part of the first name, in any case.', 'Jord'],
    'ConsumerSearch.last_name': ['A part of the last name, in any case.', 'Avery'],
    'ConsumerSearch.personal_email': ['A part of the email address, in any case.', 'jordan.avery'],
    'ConsumerSearch.consumer_id': ['The consumer with this id.', EXAMPLE_IDS.consumer],
  },
});

const COUNTING = {
  method: 'GET',
  service: 'entity',
  permission: 'entity:search',
  answer: ListCount,
  refusals: ['not_a_member'],
} as const;

const counts = (kind: 'consumer' | 'business') =>
  `Counts the results of \`GET /v1/entities/${kind}/search\` with these criteria, up to ${MAX_COUNTED_ITEMS}. A count is recorded in the audit log as a search.`;

export const countConsumers = declareOperation({
  ...COUNTING,
  id: 'countConsumers',
  path: '/v1/entities/consumer/count',
  summary: 'Count the results of a search of consumers',
  description: counts('consumer'),
  request: { query: ConsumerCountDto },
});

export const countBusinesses = declareOperation({
  ...COUNTING,
  id: 'countBusinesses',
  path: '/v1/entities/business/count',
  summary: 'Count the results of a search of businesses',
  description: counts('business'),
  request: { query: BusinessCountDto },
});

export const searchBusinesses = declareOperation({
  ...COMMON,
  id: 'searchBusinesses',
  path: '/v1/entities/business/search',
  summary: 'Search businesses',
  request: { query: BusinessSearchDto },
  answer: wire.listOf(BusinessResult),
  words: {
    'BusinessSearchResult.id': ['The `business_id` of the business.', EXAMPLE_IDS.business],
    business_email: ['The email address.', 'office@hardware.example.com'],
    'BusinessSearch.after': [AFTER, EXAMPLE_IDS.business],
    'BusinessSearch.business_legal_name': ['A part of the legal name, in any case.', 'Hardware'],
    'BusinessSearch.business_dba_name': [
      'A part of the name under which it trades, in any case.',
      'Hardware',
    ],
    'BusinessSearch.business_email': ['A part of the email address, in any case.', 'hardware'],
    'BusinessSearch.business_id': ['The business with this id.', EXAMPLE_IDS.business],
    is_own_legal_name:
      "Whether the legal name is the caller's own statement; otherwise another institution stated it first.",
    federal_ein: ['The complete EIN, as an integer.', 123456789],
    federal_ein_last_four: ['The last four digits of the EIN.', '6789'],
    business_entity_type: ['The legal form.', 'limited liability company'],
    business_date_of_incorporation: ['The day of formation.', '2015-04-01'],
    business_phone: ['The phone number.', '617 555 0199'],
  },
});
