import { Button, Stack } from '@mantine/core';
import type { QueryingPolicy, QueryingPolicyVersion } from '@ndx/client';
import { useApi } from '../app/api.js';
import { Failure } from '../parts/loaded.js';
import { useChange } from '../parts/use-change.js';
import { termsOf } from './draft-terms.js';
import { usePolicyDraft } from './use-policy-draft.js';

interface RestoreButtonProps {
  readonly policy: QueryingPolicy;
  readonly version: QueryingPolicyVersion;
}

/**
 * Saves an earlier version as the draft, which applies to no query until it is published; not while
 * another draft is open.
 */
export function RestoreButton({ policy, version }: RestoreButtonProps) {
  const { ndx } = useApi();
  const { data: draft } = usePolicyDraft('Querying', policy.id);
  const restore = () =>
    ndx.saveQueryingPolicyDraft({
      path: { policy_id: policy.id },
      body: {
        ...termsOf(version),
        comment: `Restores version ${version.version}`,
        base_version: policy.version,
      },
    });
  // The draft stands above the versions.
  const change = useChange(restore, () => window.scrollTo({ top: 0 }));
  if (draft !== null) return null;
  return (
    <Stack gap="xs">
      <Button
        size="xs"
        variant="default"
        w="fit-content"
        loading={change.isPending}
        aria-label={`Restore as a draft: version ${version.version}`}
        onClick={() => change.mutate()}
      >
        Restore as a draft
      </Button>
      {change.isError && <Failure error={change.error} />}
    </Stack>
  );
}
