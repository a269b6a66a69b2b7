import { IsOptional } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { AnyText, IsDay, QueryInteger, Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';

const MAX_LENGTH = 500;

class SearchQueryDto {
  @Uuid()
  readonly network_id!: string;

  @IsOptional()
  @QueryInteger({ min: 1, max: 100 })
  readonly limit: number = 20;
}

/** Query parameters of contract 4.2. */
class ConsumerSearchDto extends SearchQueryDto {
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
}

/** Query parameters of contract 4.2. */
class BusinessSearchDto extends SearchQueryDto {
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

const COMMON = {
  method: 'GET',
  service: 'entity',
  permission: 'entity:search',
  description:
    'Criteria are combined with AND; results are listed newest first. If the `identity_visibility` ' +
    'of the network is `related`, a search lists subjects for which the institution furnished a ' +
    'record or recorded a consent, and any other subject only by its complete SSN or EIN. Each ' +
    'search is recorded in the audit log, with hashes of its criteria and the number of results.',
  refusals: { PERMISSION_DENIED: 'not a member of the network' },
} as const;

export const searchConsumers = declareOperation({
  ...COMMON,
  id: 'searchConsumers',
  path: '/v1/entities/consumer/search',
  summary: 'Search consumers',
  request: { query: ConsumerSearchDto },
  answer: wire.listOf(ConsumerResult),
});

export const searchBusinesses = declareOperation({
  ...COMMON,
  id: 'searchBusinesses',
  path: '/v1/entities/business/search',
  summary: 'Search businesses',
  request: { query: BusinessSearchDto },
  answer: wire.listOf(BusinessResult),
});
