import { AnyText, IsDay, QueryInteger, Uuid, wire } from '@ndx/api';
import { IsOptional } from 'class-validator';
import type { Business } from '../domain/business.js';
import type { Consumer } from '../domain/consumer.js';

const MAX_LENGTH = 500;

class SearchQueryDto {
  @Uuid()
  readonly network_id!: string;

  @IsOptional()
  @QueryInteger({ min: 1, max: 100 })
  readonly limit: number = 20;
}

/** Query parameters of contract 4.2. */
export class ConsumerSearchDto extends SearchQueryDto {
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
export class BusinessSearchDto extends SearchQueryDto {
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
export const ConsumerResult = wire.record('ConsumerSearchResult', {
  id: wire.uuid,
  identifier: wire.text,
  first_name: wire.text,
  last_name: wire.text,
  /** Empty where none is known: the contract has a string there, never null. */
  personal_email: wire.text,
  date_of_birth: wire.day,
  created_at: wire.timestamp,
});

export function toConsumerResult(consumer: Consumer): wire.Of<typeof ConsumerResult> {
  return {
    id: consumer.id,
    identifier: consumer.identifier,
    first_name: consumer.firstName,
    last_name: consumer.lastName,
    personal_email: consumer.email ?? '',
    date_of_birth: consumer.dateOfBirth,
    created_at: consumer.createdAt.toISOString(),
  };
}

const textOrNull = wire.nullable(wire.text);

/** Design 5. */
export const BusinessResult = wire.record('BusinessSearchResult', {
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

export function toBusinessResult(business: Business): wire.Of<typeof BusinessResult> {
  return {
    id: business.id,
    identifier: business.identifier,
    business_legal_name: business.legalName,
    business_dba_name: business.dbaName,
    business_email: business.email,
    business_entity_type: business.entityType,
    business_date_of_incorporation: business.dateOfIncorporation,
    business_phone: business.phone,
    business_website_url: business.websiteUrl,
    federal_ein_last_four: business.ein?.lastFour ?? null,
    created_at: business.createdAt.toISOString(),
    updated_at: business.updatedAt.toISOString(),
  };
}
