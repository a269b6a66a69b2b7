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

/** The reasons for rejecting any query. */
export const QUERY_REFUSALS = [
  'not_a_member',
  'role_missing',
  'consent_revoked',
  'consent_expired',
  'consent_out_of_scope',
  'consent_changed',
  'consent_required',
] as const;

/** The reasons for rejecting a query or a check about a subject that the request names by id. */
export const SUBJECT_REFUSALS = [
  ...QUERY_REFUSALS,
  'subject_not_identified',
  'subject_mismatch',
  'subject_not_found',
  'consent_not_found',
  'policy_not_found',
  'policy_mismatch',
  'policy_not_published',
  'policy_enforced',
] as const;

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
