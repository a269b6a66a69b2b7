import { IsDateTime, LowerCased, ValueThat } from '@ndx/api';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsArray,
  IsOptional,
  IsString,
  isUUID,
  MaxLength,
} from 'class-validator';
import { EVERY_FURNISHER, type GrantInput } from '../domain/field-access-grant.js';
import { optionalInstantOf } from './consent-terms.dto.js';

/** A grant for a furnisher and a window (design 6). */
export class AddGrantDto {
  @ValueThat(
    'isFurnisher',
    (value) => value === EVERY_FURNISHER || isUUID(value),
    'must be a UUID or *',
    { anyOf: [{ type: 'string', format: 'uuid' }, { const: EVERY_FURNISHER }] },
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
  @IsDateTime()
  readonly effective_from?: string | null;

  @IsOptional()
  @IsDateTime()
  readonly effective_to?: string | null;
}

export function toGrantInput(body: AddGrantDto): GrantInput {
  return {
    furnishingEntityId: body.furnishing_entity_id,
    fieldDefinitions: body.field_definitions,
    effectiveFrom: optionalInstantOf(body.effective_from),
    effectiveTo: optionalInstantOf(body.effective_to),
  };
}
