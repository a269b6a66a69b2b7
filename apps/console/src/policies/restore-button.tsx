import { Button, Stack } from '@mantine/core';
import { useApi } from '../app/api.js';
import { Failure } from '../parts/loaded.js';
import { useChange } from '../parts/use-change.js';
import type { KindOfPolicy } from './policy-kind.js';
import { usePolicyDraft } from './use-policy-draft.js';

interface RestoreButtonProps extends Pick<KindOfPolicy, 'kind'> {
  readonly policy: Pick<KindOfPolicy['policy'], 'id' | 'version'>;
  readonly version: number;
  /** What the version states. */
  readonly terms: object;
}

/**
 * Saves an earlier version as the draft, which applies to nothing until it is published; not while
 * another draft is open.
 */
export function RestoreButton({ kind, policy, version, terms }: RestoreButtonProps) {
  const { ndx } = useApi();
  const { data: draft } = usePolicyDraft(kind, policy.id);
  const restore = () => {
    const body = {
      ...terms,
      comment: `Restores version ${version}`,
      base_version: policy.version,
    };
    return ndx[`save${kind}PolicyDraft`]({ path: { policy_id: policy.id }, body });
  };
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
        aria-label={`Restore as a draft: version ${version}`}
        onClick={() => change.mutate()}
      >
        Restore as a draft
      </Button>
      {change.isError && <Failure error={change.error} />}
    </Stack>
  );
}
