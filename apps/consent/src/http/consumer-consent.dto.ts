import { Uuid } from '@ndx/service-kit';
import { Type } from 'class-transformer';
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
  @Type(() => ConsumerConsentIdentity)
  readonly consumer_consent_identity!: ConsumerConsentIdentity;

  @IsOptional()
  @Uuid()
  readonly consumer_id?: string | null;
}

export class ConsumerScopeQuery {
  @Uuid()
  readonly network_id!: string;
}
