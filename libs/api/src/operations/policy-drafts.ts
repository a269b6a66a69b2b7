import { EXAMPLE_IDS, POLICY_KINDS } from '@ndx/contracts';
import { IsOptional } from 'class-validator';
import { declareOperation } from '../operation/operation.js';
import { Uuid } from '../shapes/shapes.js';
import * as wire from '../shapes/wire.js';
import { EXAMPLE_HASH } from './audit-entry.js';
import { CURSOR_REFUSAL, CursorQuery, pageOf } from './page-shapes.js';
import { DRAFT_MEMBERS, draftWords } from './policy-draft-shapes.js';

class ListPolicyDraftsQuery extends CursorQuery {
  /** Every network that the institution governs by default. */
  @IsOptional()
  @Uuid()
  readonly network_id?: string;
}

/** An open draft of either kind, without the content that it would publish. */
const OpenPolicyDraft = wire.record('OpenPolicyDraft', {
  kind: wire.oneOf(POLICY_KINDS),
  ...DRAFT_MEMBERS,
  name: wire.text,
  policy_version: wire.count,
  awaits_approval: wire.flag,
});

export const listPolicyDrafts = declareOperation({
  id: 'listPolicyDrafts',
  method: 'GET',
  path: '/v1/networks/policies/drafts',
  service: 'policy',
  permission: 'policy:read',
  summary: 'List the open drafts of policies, in the order of the ids of their policies',
  description:
    'For governors of the network; without `network_id` the drafts in every network that the institution governs. Drafts of querying and of furnishing policies.',
  request: { query: ListPolicyDraftsQuery },
  answer: pageOf('OpenPolicyDraftPage', OpenPolicyDraft),
  refusals: [...CURSOR_REFUSAL, 'role_missing'],
  words: {
    ...draftWords('OpenPolicyDraft'),
    'ListPolicyDraftsQuery.network_id': [
      'The network; by default every network that the institution governs.',
      EXAMPLE_IDS.network,
    ],
    'OpenPolicyDraft.kind': 'Whether the policy is a querying or a furnishing policy.',
    'OpenPolicyDraft.name': ['The name of the policy.', 'Attested identity'],
    'OpenPolicyDraft.status': 'The status that the policy would have.',
    'OpenPolicyDraft.digest': [
      'The digest of the draft, as its own operation gives it.',
      EXAMPLE_HASH,
    ],
    'OpenPolicyDraft.policy_version': ['The version of the policy.', 1],
    awaits_approval:
      'Whether the network reviews changes of policies and no approval of the draft is in force. An account that governs the network and is not in `editor_account_ids` can approve it.',
  },
});

/** The operations in the order of the OpenAPI document. */
export const POLICY_DRAFT_OPERATIONS = [listPolicyDrafts];
