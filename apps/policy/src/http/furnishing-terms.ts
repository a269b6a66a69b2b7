import * as api from '@ndx/api';
import type { PolicyMetadata } from '@ndx/catalog';
import type { AuthoredFurnishingDraft } from '../domain/furnishing-policy-draft.js';
import type { FurnishingTerms } from '../domain/furnishing-policy.js';

type AuthoredTerms =
  | api.RequestOf<typeof api.createFurnishingPolicy>['body']
  | api.RequestOf<typeof api.configureFurnishingPolicy>['body'];

/** Only the terms that the body names. */
export function termsOf(body: AuthoredTerms): Partial<FurnishingTerms> {
  return {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.source_default_slug !== undefined && { sourceDefaultSlug: body.source_default_slug }),
    ...(body.active_on !== undefined && { activeOn: momentOf(body.active_on) }),
    ...(body.deprecated_on !== undefined && { deprecatedOn: momentOf(body.deprecated_on) }),
    ...(body.policy_metadata !== undefined && { policyMetadata: metadataOf(body.policy_metadata) }),
  };
}

function momentOf(value: string | null): Date | null {
  return value === null ? null : api.instantOf(value);
}

/** The terms of a draft; undefined for those that the body omits. */
export function furnishingTermsOf(
  body: Pick<AuthoredTerms, 'deprecated_on' | 'policy_metadata'>,
): Pick<AuthoredFurnishingDraft, 'deprecatedOn' | 'policyMetadata'> {
  return {
    deprecatedOn: body.deprecated_on === undefined ? undefined : momentOf(body.deprecated_on),
    policyMetadata: body.policy_metadata && metadataOf(body.policy_metadata),
  };
}

const metadataOf = (metadata: object): PolicyMetadata =>
  Object.fromEntries(Object.entries(metadata));
