import type { AnswerOf, searchBusinesses, searchConsumers } from '@ndx/api';
import type { Business } from '../domain/business.js';
import type { Consumer } from '../domain/consumer.js';

/** Contract 2.3. */
export function toConsumerResult(consumer: Consumer): AnswerOf<typeof searchConsumers>[number] {
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

/** Design 5. */
export function toBusinessResult(business: Business): AnswerOf<typeof searchBusinesses>[number] {
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
