import { EXAMPLE_IDS } from '@ndx/contracts';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsOptional,
  IsString,
  MaxLength,
} from 'class-validator';
import { DocumentedAs, Uuid } from '../shapes/shapes.js';

/** Maximum number of networks in a query. */
const MAX_NETWORKS = 100;

/** The example names the subject once: a body with every member would be invalid. */
export const KYB_QUERY_EXAMPLE = {
  network_ids: [EXAMPLE_IDS.network],
  consent_id: EXAMPLE_IDS.consent,
};

/** The condition of a 204. */
export const NO_RESULT = 'The query ran and produced no result that satisfies the policy.';

/** The reasons for rejecting a query or a check about a named subject. */
export const SUBJECT_REFUSALS = {
  VALIDATION_ERROR:
    'the subject is not identified, or the consent or the policy does not match the subject or the product',
  PERMISSION_DENIED:
    'the institution is not a querier in a listed network, the consent does not allow the query, or a network enforces its own policy',
  RESOURCE_NOT_FOUND: 'the subject, the consent or the policy is not found',
} as const;

/** Body of the KYB certificate query (contract 4.5). */
export class KybQueryDto {
  @Uuid({ each: true })
  @ArrayMaxSize(MAX_NETWORKS)
  @ArrayMinSize(1)
  @IsArray()
  readonly network_ids!: string[];

  @IsOptional()
  @Uuid()
  readonly policy_id?: string | null;

  @IsOptional()
  @Uuid({ each: true })
  @ArrayMaxSize(1_000)
  @IsArray()
  readonly furnishing_entity_ids?: string[] | null;

  /** Any text: the id of no consent is a 404. */
  @IsOptional()
  @DocumentedAs('consentId', { format: 'uuid' })
  @MaxLength(200)
  @IsString()
  readonly consent_id?: string | null;

  @IsOptional()
  @Uuid()
  readonly business_id?: string | null;

  /** Identifies a consumer; the KYB query accepts it for symmetry and ignores it (design 9). */
  @IsOptional()
  @Uuid()
  readonly consumer_id?: string | null;
}
