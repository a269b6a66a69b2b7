import { CONSENT_STATUSES, EVERY_FURNISHER, type ConsentStatus } from '@ndx/contracts';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsArray,
  IsIn,
  IsOptional,
  IsString,
  isUUID,
  MaxLength,
} from 'class-validator';
import { LIST_ORDERS, type ListOrder } from '../shapes/named-values.js';
import {
  DocumentedAs,
  ExpectedRevision,
  IsDateTime,
  IsInstant,
  LowerCased,
  QueryInteger,
  Text,
  Uuid,
  ValueThat,
} from '../shapes/shapes.js';

/** `consent_id` is any text: the id of no consent is a 404 (contract 4.1). */
export class ConsentPath {
  @DocumentedAs('consentId', { format: 'uuid' })
  @IsString()
  readonly consent_id!: string;
}

export class GrantPath extends ConsentPath {
  @Uuid()
  readonly grant_id!: string;
}

/** A consumer's consent is read in a network. */
export class ConsumerScopeQuery {
  @Uuid()
  readonly network_id!: string;
}

export class OptionalScopeQuery {
  @IsOptional()
  @Uuid()
  readonly network_id?: string;
}

/** The caller's consents that a reader asks for. */
export class CountConsentsQuery {
  @IsOptional()
  @Uuid()
  readonly network_id?: string;

  @IsOptional()
  @Uuid()
  readonly subject_id?: string;

  @IsOptional()
  @IsIn(CONSENT_STATUSES)
  readonly status?: ConsentStatus;

  /** The first time of the recording, included. */
  @IsOptional()
  @IsDateTime()
  readonly from?: string;

  /** The end of the times of the recording, excluded. */
  @IsOptional()
  @IsDateTime()
  readonly to?: string;

  /** Only consents in force that expire before this time. */
  @IsOptional()
  @IsDateTime()
  readonly expires_before?: string;
}

/** A page of them. */
export class ListConsentsQuery extends CountConsentsQuery {
  @IsOptional()
  @QueryInteger({ min: 1, max: 100 })
  readonly limit: number = 100;

  @IsOptional()
  @IsString()
  @MaxLength(200)
  readonly cursor?: string;

  @IsOptional()
  @IsIn(LIST_ORDERS)
  readonly order: ListOrder = 'oldest_first';
}

/** A page of the history: at most `limit` entries after the revision `after`. */
export class HistoryQuery extends OptionalScopeQuery {
  @IsOptional()
  @QueryInteger({ min: 1, max: 100 })
  readonly limit: number = 100;

  @IsOptional()
  @IsString()
  @MaxLength(200)
  readonly cursor?: string;
}

/** Names of the catalogue are short, and there are a few hundred. */
const MAX_LENGTH = 10_000;

/** The members of a consent that can be set at creation and amended later; null is absent. */
export class ConsentTermsDto {
  @IsOptional()
  @Text(MAX_LENGTH)
  readonly scope?: string | null;

  @IsOptional()
  @IsInstant()
  readonly expires_at?: string | null;

  @IsOptional()
  @Text(MAX_LENGTH)
  readonly consented_fields?: string | null;
}

/** Update input (contract 2.1); a `network_id` must be the record's (design 6). */
export class UpdateConsentDto extends ConsentTermsDto {
  @IsOptional()
  @Uuid()
  readonly network_id?: string | null;

  @ExpectedRevision()
  readonly expected_revision?: number;
}

/** An id, or `*`. */
const FURNISHER = '^(\\*|[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})$';

/** A grant for a furnisher and a window (design 6). */
export class AddGrantDto {
  @ValueThat(
    'isFurnisher',
    (value) => value === EVERY_FURNISHER || isUUID(value),
    'must be a UUID or *',
    { type: 'string', pattern: FURNISHER },
  )
  @LowerCased()
  readonly furnishing_entity_id!: string;

  @MaxLength(200, { each: true })
  @IsString({ each: true })
  @ArrayMaxSize(500)
  @ArrayNotEmpty()
  @IsArray()
  readonly field_definitions!: string[];

  @IsOptional()
  @IsInstant()
  readonly effective_from?: string | null;

  @IsOptional()
  @IsInstant()
  readonly effective_to?: string | null;
}

export const CONSENT_NOT_FOUND = ['consent_not_found'] as const;
