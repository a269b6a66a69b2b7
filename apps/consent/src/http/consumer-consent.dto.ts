import { Nested, Uuid } from '@ndx/api';
import { IsBoolean, IsObject, IsOptional, ValidateNested } from 'class-validator';
import { ConsentTermsDto } from './consent-terms.dto.js';
import { IdentityText, IsBirthDate } from './identity-shapes.js';

export class ConsumerConsentIdentity {
  @IsBirthDate()
  readonly date_of_birth!: string;

  @IdentityText()
  readonly first_name!: string;

  @IdentityText()
  readonly last_name!: string;

  @IdentityText()
  readonly personal_email!: string;

  @IdentityText()
  readonly phone_number!: string;

  @IdentityText()
  readonly social_security_number!: string;
}

/** Create input (contract 2.1, design 6). */
export class RecordConsumerConsentDto extends ConsentTermsDto {
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

export class ConsumerScopeQuery {
  @Uuid()
  readonly network_id!: string;
}

export const CONSUMER_CONSENT_EXAMPLE = {
  network_id: '0192d3c0-5c5e-7a80-9b1e-3c2d1a0f4e5b',
  did_gather_consent_from_consumer_prior: true,
  consumer_consent_identity: {
    date_of_birth: '1990-01-15T00:00:00Z',
    first_name: 'Example',
    last_name: 'Consumer',
    personal_email: 'consumer@example.com',
    phone_number: '617 555 0123',
    social_security_number: '012-34-5678',
  },
};
