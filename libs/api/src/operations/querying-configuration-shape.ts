import {
  CONSENT_DEMANDS,
  DISPUTED_DATA,
  MAX_AGE_DAYS,
  NAME_MATCHES,
  PERMISSIBLE_PURPOSES,
  QUERYING_POLICY_STATUSES,
  type ConsentDemand,
  type DisputedData,
  type NameMatch,
  type PermissiblePurpose,
  type QueryingPolicyStatus,
} from '@ndx/contracts';
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Max,
  Min,
  ValidateNested,
} from 'class-validator';
import { Nested } from '../shapes/read-shape.js';
import { Label, Omittable, Storable, together, Uuid, ValueThat } from '../shapes/shapes.js';

class FieldSelectionDto {
  @IsString()
  readonly field_name!: string;

  @Omittable()
  @IsBoolean()
  readonly is_enabled?: boolean;

  @Omittable()
  @IsBoolean()
  readonly is_required?: boolean;

  @IsOptional()
  @Storable()
  @Scalars()
  @ArrayMaxSize(1000)
  @IsArray()
  readonly accepted_values?: (string | number | boolean)[] | null;

  @Omittable()
  @Sources()
  readonly selected_provenance_option_ids?: string[];
}

export class ModelSelectionDto {
  @IsString()
  readonly model_name!: string;

  @Omittable()
  @IsBoolean()
  readonly is_enabled?: boolean;

  @Omittable()
  @IsBoolean()
  readonly is_required?: boolean;

  @IsOptional()
  @Max(MAX_AGE_DAYS)
  @Min(0)
  @IsInt()
  readonly max_age_days?: number | null;

  @Omittable()
  @IsBoolean()
  readonly attestation_required?: boolean;

  @Omittable()
  @IsIn(NAME_MATCHES)
  readonly name_match?: NameMatch;

  @Omittable()
  @IsIn(DISPUTED_DATA)
  readonly disputed_data?: DisputedData;

  @Omittable()
  @Sources()
  readonly selected_provenance_option_ids?: string[];

  @Omittable()
  @Nested(() => FieldSelectionDto)
  @ValidateNested({ each: true })
  @ArrayMaxSize(1000)
  @IsArray()
  readonly field_selections?: FieldSelectionDto[];
}

/** The selections of a policy. */
export function ModelSelections(): PropertyDecorator {
  return together(
    IsArray(),
    ArrayMaxSize(100),
    ValidateNested({ each: true }),
    Nested(() => ModelSelectionDto),
  );
}

/** What a querying policy requires of a query. */
export abstract class QueryRequirementsDto {
  @Omittable()
  @ModelSelections()
  readonly model_selections?: ModelSelectionDto[];

  /** The consent requirement of a query; null: the default of the product. */
  @IsOptional()
  @IsIn(CONSENT_DEMANDS)
  readonly consent?: ConsentDemand | null;

  /** The allowed purposes of a query; empty means any. */
  @Omittable()
  @ArrayUnique()
  @IsIn(PERMISSIBLE_PURPOSES, { each: true })
  @IsArray()
  readonly permissible_purposes?: PermissiblePurpose[];
}

/** The terms of a querying policy that its author sets (design 7). */
export abstract class QueryingTermsDto extends QueryRequirementsDto {
  @Omittable()
  @Label()
  readonly name?: string;

  @Omittable()
  @IsBoolean()
  readonly is_default?: boolean;

  @Omittable()
  @IsBoolean()
  readonly enforced?: boolean;
}

/** The changes of a querying policy; an omitted member is unchanged (design 7). */
export class ConfigureQueryingPolicyDto extends QueryingTermsDto {
  @Omittable()
  @IsIn(QUERYING_POLICY_STATUSES)
  readonly status?: QueryingPolicyStatus;

  /** The version that the caller read; if it has changed, the request is a conflict. */
  @Omittable()
  @Min(1)
  @IsInt()
  readonly expected_version?: number;
}

/** Furnishing institutions in order of preference. */
function Sources(): PropertyDecorator {
  return together(IsArray(), ArrayMaxSize(1000), Uuid({ each: true }), ArrayUnique());
}

function Scalars(): PropertyDecorator {
  return ValueThat(
    'scalars',
    (value) => Array.isArray(value) && value.every(isScalar),
    'must be an array of strings, numbers and booleans',
    { type: 'array', items: {} },
  );
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
}
