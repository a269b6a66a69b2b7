import { Nested, Uuid } from '@ndx/api';
import { IsBoolean, IsObject, IsOptional, ValidateNested } from 'class-validator';
import { ConsentTermsDto } from './consent-terms.dto.js';
import { IdentityText, IsRegistrationIdentifier } from './identity-shapes.js';

export class BusinessConsentIdentity {
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
export class RecordBusinessConsentDto extends ConsentTermsDto {
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

export class OptionalScopeQuery {
  @IsOptional()
  @Uuid()
  readonly network_id?: string;
}

export const BUSINESS_CONSENT_EXAMPLE = {
  network_id: '0192d3c0-5c5e-7a80-9b1e-3c2d1a0f4e5b',
  did_gather_consent_from_business_prior: true,
  business_consent_identity: {
    business_legal_name: 'Example Hardware LLC',
    business_jurisdiction_of_formation: 'US-DE',
    business_registration_identifier_from_jurisdiction_of_formation: '5551234',
  },
  scope: 'kyb_certificate',
};
