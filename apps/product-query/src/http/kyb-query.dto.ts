import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsOptional,
  IsString,
  IsUUID,
  MaxLength,
} from 'class-validator';

/** Most networks that one query may list. */
const MAX_NETWORKS = 100;

/** Body of the KYB certificate query (contract 4.5). */
export class KybQueryDto {
  @IsUUID(undefined, { each: true })
  @ArrayMaxSize(MAX_NETWORKS)
  @ArrayMinSize(1)
  @IsArray()
  readonly network_ids!: string[];

  @IsOptional()
  @IsUUID()
  readonly policy_id?: string | null;

  @IsOptional()
  @IsUUID(undefined, { each: true })
  @ArrayMaxSize(1_000)
  @IsArray()
  readonly furnishing_entity_ids?: string[] | null;

  @IsOptional()
  @IsString()
  @MaxLength(200)
  readonly consent_id?: string | null;

  @IsOptional()
  @IsUUID()
  readonly business_id?: string | null;

  /** Accepted for symmetry with consumer products; it identifies no business (design 9). */
  @IsOptional()
  @IsUUID()
  readonly consumer_id?: string | null;
}
