import { EXAMPLE_IDS } from '@ndx/contracts';
import { IsBoolean, IsObject, IsOptional, ValidateNested } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import {
  IdentityText,
  IsBirthDate,
  IsEmailAddress,
  IsRegistrationIdentifier,
  IsSocialSecurityNumber,
} from '../shapes/identity-shapes.js';
import { Nested } from '../shapes/read-shape.js';
import { Uuid } from '../shapes/shapes.js';
import { BusinessConsent, ConsumerConsent } from './consent-records.js';
import { ConsentTermsDto } from './consent-shapes.js';

class ConsumerConsentIdentity {
  @IsBirthDate()
  readonly date_of_birth!: string;

  @IdentityText()
  readonly first_name!: string;

  @IdentityText()
  readonly last_name!: string;

  @IsEmailAddress()
  @IdentityText()
  readonly personal_email!: string;

  @IdentityText()
  readonly phone_number!: string;

  @IsSocialSecurityNumber()
  @IdentityText()
  readonly social_security_number!: string;
}

/** Create input (contract 2.1, design 6). */
class RecordConsumerConsentDto extends ConsentTermsDto {
  @Uuid()
  readonly network_id!: string;

  @IsBoolean()
  readonly did_gather_consent_from_consumer_prior!: boolean;

  @IsObject()
  @ValidateNested()
  @Nested(() => ConsumerConsentIdentity)
  readonly consumer_consent_identity!: ConsumerConsentIdentity;

  @IsOptional()
  @Uuid()
  readonly consumer_id?: string | null;
}

class BusinessConsentIdentity {
  @IdentityText()
  readonly business_legal_name!: string;

  @IdentityText()
  readonly business_jurisdiction_of_formation!: string;

  @IsRegistrationIdentifier()
  readonly business_registration_identifier_from_jurisdiction_of_formation!: string | number;

  @IsOptional()
  @IdentityText()
  readonly business_dba_name?: string | null;

  @IsOptional()
  @IdentityText()
  readonly business_tax_identifier_type?: string | null;

  @IsOptional()
  @IdentityText()
  readonly business_tax_identifier_value?: string | null;

  @IsOptional()
  @IdentityText()
  readonly business_website_url?: string | null;
}

/** Create input (design 6). */
class RecordBusinessConsentDto extends ConsentTermsDto {
  @IsOptional()
  @Uuid()
  readonly network_id?: string | null;

  @IsBoolean()
  readonly did_gather_consent_from_business_prior!: boolean;

  @IsObject()
  @ValidateNested()
  @Nested(() => BusinessConsentIdentity)
  readonly business_consent_identity!: BusinessConsentIdentity;

  @IsOptional()
  @Uuid()
  readonly business_id?: string | null;
}

const RECORDING_REFUSALS = [
  'prior_consent_missing',
  'invalid_value',
  'invalid_window',
  'unknown_product',
  'unknown_field',
  'subject_mismatch',
  'not_a_member',
  'role_missing',
  'subject_not_found',
  'limit_reached',
] as const;

export const recordConsumerConsent = declareOperation({
  id: 'recordConsumerConsent',
  method: 'POST',
  path: '/v1/consent/consumer',
  service: 'consent',
  permission: 'consent:write',
  summary: "Record a consumer's consent",
  request: { body: RecordConsumerConsentDto },
  answer: ConsumerConsent,
  example: {
    network_id: EXAMPLE_IDS.network,
    did_gather_consent_from_consumer_prior: true,
    consumer_consent_identity: {
      date_of_birth: '1990-01-15T00:00:00Z',
      first_name: 'Jordan',
      last_name: 'Avery',
      personal_email: 'jordan.avery@example.com',
      phone_number: '617 555 0123',
      social_security_number: '012-34-5678',
    },
  },
  refusals: RECORDING_REFUSALS,
  words: {
    did_gather_consent_from_consumer_prior:
      'Affirms that the consumer consented before the request; false is rejected.',
    consumer_consent_identity:
      'The identity of the consumer, by which the network finds the subject.',
    'RecordConsumerConsent.consumer_id': [
      'The consumer, if known; it must be the one of the identity.',
      EXAMPLE_IDS.consumer,
    ],
    'ConsumerConsentIdentity.date_of_birth': [
      'The day of birth, as a date-time of which only the day counts; a plain date is accepted too.',
      '1990-01-15T00:00:00Z',
    ],
    'ConsumerConsentIdentity.personal_email': ['The email address.', 'jordan.avery@example.com'],
    'ConsumerConsentIdentity.phone_number': ['The phone number.', '617 555 0123'],
    'ConsumerConsentIdentity.social_security_number': [
      'The social security number, with or without dashes; one that was never issued is rejected.',
      '012-34-5678',
    ],
  },
});

export const recordBusinessConsent = declareOperation({
  id: 'recordBusinessConsent',
  method: 'POST',
  path: '/v1/consent/business',
  service: 'consent',
  permission: 'consent:write',
  summary: "Record a business's consent",
  description:
    'Without `network_id`, the consent applies in every network in which the institution is a querier.',
  request: { body: RecordBusinessConsentDto },
  answer: BusinessConsent,
  example: {
    network_id: EXAMPLE_IDS.network,
    did_gather_consent_from_business_prior: true,
    business_consent_identity: {
      business_legal_name: 'Example Hardware LLC',
      business_jurisdiction_of_formation: 'US-DE',
      business_registration_identifier_from_jurisdiction_of_formation: '5551234',
    },
    scope: 'kyb_certificate business_identity_verification',
  },
  refusals: RECORDING_REFUSALS,
  words: {
    'RecordBusinessConsent.network_id': [
      'The network of the consent; without it, every network in which the institution is a querier.',
      EXAMPLE_IDS.network,
    ],
    did_gather_consent_from_business_prior:
      'Affirms that the business consented before the request; false is rejected.',
    business_consent_identity:
      'The identity of the business, by which the network finds the subject.',
    'RecordBusinessConsent.business_id': [
      'The business, if known; it must be the one of the identity.',
      EXAMPLE_IDS.business,
    ],
    'BusinessConsentIdentity.business_jurisdiction_of_formation': [
      'The jurisdiction of formation (ISO 3166-2), or the name or code of a state.',
      'US-DE',
    ],
    'BusinessConsentIdentity.business_registration_identifier_from_jurisdiction_of_formation': [
      'The registration in the jurisdiction of formation; an integer is accepted too.',
      '5551234',
    ],
    'BusinessConsentIdentity.business_tax_identifier_type': ['The kind of tax identifier.', 'EIN'],
    'BusinessConsentIdentity.business_tax_identifier_value': ['The tax identifier.', '12-3456789'],
  },
});
