import { IsDay, QueryInteger, Text, Uuid } from '@ndx/service-kit';
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
  @Text(MAX_LENGTH)
  readonly first_name?: string;

  @IsOptional()
  @Text(MAX_LENGTH)
  readonly last_name?: string;

  @IsOptional()
  @Text(MAX_LENGTH)
  readonly personal_email?: string;

  @IsOptional()
  @Text(MAX_LENGTH)
  readonly social_security_number?: string;

  @IsOptional()
  @IsDay()
  readonly date_of_birth?: string;
}

/** Query parameters of contract 4.2. */
export class BusinessSearchDto extends SearchQueryDto {
  @IsOptional()
  @Text(MAX_LENGTH)
  readonly business_legal_name?: string;

  @IsOptional()
  @Text(MAX_LENGTH)
  readonly business_dba_name?: string;

  @IsOptional()
  @Text(MAX_LENGTH)
  readonly business_email?: string;

  @IsOptional()
  @QueryInteger()
  readonly federal_ein?: number;
}

/** Contract 2.3. */
export function toConsumerResult(consumer: Consumer) {
  return {
    id: consumer.id,
    identifier: consumer.identifier,
    first_name: consumer.firstName,
    last_name: consumer.lastName,
    personal_email: consumer.email,
    date_of_birth: consumer.dateOfBirth,
    created_at: consumer.createdAt.toISOString(),
  };
}

/** Design 5. */
export function toBusinessResult(business: Business) {
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
