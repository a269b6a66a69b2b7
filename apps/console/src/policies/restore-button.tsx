import type { QueryingPolicy, QueryingPolicyVersion } from '@ndx/client';
import { useApi } from '../app/api.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { termsOf } from './draft-terms.js';
import { usePolicyDraft } from './use-policy-draft.js';

interface RestoreButtonProps {
  readonly policy: QueryingPolicy;
  readonly version: QueryingPolicyVersion;
}

/** Saves an earlier version as the draft; not while another draft is open. */
export function RestoreButton({ policy, version }: RestoreButtonProps) {
  const { ndx } = useApi();
  const { data: draft } = usePolicyDraft('Querying', policy.id);
  if (draft !== null) return null;
  const restore = () =>
    ndx.saveQueryingPolicyDraft({
      path: { policy_id: policy.id },
      body: {
        ...termsOf(version),
        comment: `Restores version ${version.version}`,
        base_version: policy.version,
      },
    });
  return (
    <ConfirmButton
      label="Restore as a draft"
      question={`Restore version ${version.version} as a draft?`}
      size="xs"
      variant="default"
      act={restore}
    >
      The draft has the name, the rules, the default and the enforcement of that version. It applies
      to no query until it is published.
    </ConfirmButton>
  );
}
