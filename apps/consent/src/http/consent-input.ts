import { type consentOperationsOf, instantOf } from '@ndx/api';
import type { Asked } from '@ndx/service';
import type { TermsInput } from '../domain/consent-terms.js';
import type { GrantInput } from '../domain/field-access-grant.js';

type Operations = (typeof consentOperationsOf)['consumer'];

export function toTermsInput(
  body: Omit<Asked<Operations['amend']>['body'], 'network_id' | 'expected_revision'>,
): TermsInput {
  return {
    scope: body.scope ?? undefined,
    consentedFields: body.consented_fields ?? undefined,
    expiresAt: optionalInstantOf(body.expires_at),
  };
}

export function toGrantInput(body: Asked<Operations['addGrant']>['body']): GrantInput {
  return {
    furnishingEntityId: body.furnishing_entity_id,
    fieldDefinitions: body.field_definitions,
    effectiveFrom: optionalInstantOf(body.effective_from),
    effectiveTo: optionalInstantOf(body.effective_to),
  };
}

/** Parses a validated date-time, if it is given. */
export function optionalInstantOf(value: string | null | undefined): Date | undefined {
  return typeof value === 'string' ? instantOf(value) : undefined;
}
