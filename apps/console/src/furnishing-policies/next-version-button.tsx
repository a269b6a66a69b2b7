import { Text } from '@mantine/core';
import type { FurnishingPolicy } from '@ndx/client';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useApi } from '../app/api.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { rulesOf } from './acceptance-rules.js';
import { FURNISHING_POLICIES } from './use-furnishing-policies.js';

/** Drafts the next version of an active policy with the same rules, and opens it. */
export function NextVersionButton({ policy }: { readonly policy: FurnishingPolicy }) {
  const { ndx } = useApi();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const create = async () => {
    const { network_id, product_id, name } = policy;
    const { required_fields, ...rules } = rulesOf(policy);
    const policy_metadata = { ...rules, required_fields: [...required_fields] };
    const { data } = await ndx.createFurnishingPolicy({
      body: { network_id, product_id, name, policy_metadata },
    });
    await cache.invalidateQueries({ queryKey: FURNISHING_POLICIES });
    await navigate({ to: '/furnishing-policies/$policyId/edit', params: { policyId: data.id } });
  };
  return (
    <ConfirmButton
      label="Draft next version"
      question={`Draft next version: ${policy.name}?`}
      size="xs"
      act={create}
    >
      <Text size="sm">
        The draft has the same rules. This policy does not change until the draft is put into
        effect.
      </Text>
    </ConfirmButton>
  );
}
