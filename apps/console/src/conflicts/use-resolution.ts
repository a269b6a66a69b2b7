import type { IdentityConflict } from '@ndx/client';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../app/api.js';

/** The two decisions about a conflict. Each resolves when the views show it. */
export function useResolution({ conflict_id, network_id }: IdentityConflict) {
  const { ndx } = useApi();
  const cache = useQueryClient();
  const path = { network_id, conflict_id };
  const show = () =>
    Promise.all(
      ['identity-conflict', 'identity-conflicts', 'subjects', 'audit-log'].map((name) =>
        cache.invalidateQueries({ queryKey: [name] }),
      ),
    );
  return {
    keepApart: () => ndx.keepIdentitiesApart({ path }).then(show),
    merge: (subject_id: string, into_subject_id: string) =>
      ndx.mergeIdentities({ path, body: { subject_id, into_subject_id } }).then(show),
  };
}
