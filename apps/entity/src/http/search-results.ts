import type { AnswerOf, searchBusinesses, searchConsumers } from '@ndx/api';
import type { Business } from '../domain/business.js';
import type { Consumer } from '../domain/consumer.js';
import { descriptionFor, inOrder } from '../domain/statements.js';

/** Contract 2.3: the caller's own values, otherwise the first stated ones. */
export function toConsumerResult(
  consumer: Consumer,
  callerId: string,
): AnswerOf<typeof searchConsumers>[number] {
  const said = descriptionFor(consumer.statements, callerId);
  return {
    id: consumer.id,
    identifier: consumer.identifier,
    first_name: said.firstName,
    last_name: said.lastName,
    personal_email: said.email ?? '',
    date_of_birth: said.dateOfBirth,
    created_at: consumer.createdAt.toISOString(),
  };
}

/** Design 5: the caller's own values, otherwise the first stated ones. */
export function toBusinessResult(
  business: Business,
  callerId: string,
): AnswerOf<typeof searchBusinesses>[number] {
  const said = descriptionFor(business.statements, callerId);
  return {
    id: business.id,
    identifier: business.identifier,
    business_legal_name: said.legalName,
    is_own_legal_name: inOrder(business.statements).some(
      (own) => own.entityId === callerId && own.said.legalName !== null,
    ),
    business_dba_name: said.dbaName,
    business_email: said.email,
    business_entity_type: said.entityType,
    business_date_of_incorporation: said.dateOfIncorporation,
    business_phone: said.phone,
    business_website_url: said.websiteUrl,
    federal_ein_last_four: business.ein?.lastFour ?? null,
    created_at: business.createdAt.toISOString(),
    updated_at: business.updatedAt.toISOString(),
  };
}
