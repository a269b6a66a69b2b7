import type { ConfigureFurnishingPolicy, FurnishingPolicy } from '@ndx/client';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { FURNISHING_POLICIES } from './use-furnishing-policies.js';

/** Changes a policy, unless somebody else changed it since it was read. */
export function useConfigure({ id, version }: FurnishingPolicy) {
  const { ndx } = useApi();
  const cache = useQueryClient();
  return async (change: ConfigureFurnishingPolicy) => {
    const body = { ...change, expected_version: version };
    await ndx.configureFurnishingPolicy({ path: { policy_id: id }, body });
    await cache.invalidateQueries({ queryKey: FURNISHING_POLICIES });
  };
}
