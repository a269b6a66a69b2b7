import type { ServiceStatus } from '@ndx/client';
import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { SERVICE_NAMES, type ServiceName } from './services.js';

const REFRESH_MS = 10_000;

export interface ServiceState {
  readonly name: ServiceName;
  /** Each service reports its own state, so a service that is down fails only its own query. */
  readonly query: UseQueryResult<ServiceStatus>;
}

/** The state of every service, read again every ten seconds. */
export function useServiceStates(): readonly ServiceState[] {
  const { ndx } = useApi();
  const queries = useQueries({
    queries: SERVICE_NAMES.map((service) => ({
      queryKey: ['service-status', service],
      queryFn: async () => (await ndx.readServiceStatus({ path: { service } })).data,
      refetchInterval: REFRESH_MS,
    })),
  });
  return SERVICE_NAMES.flatMap((name, index) => {
    const query = queries[index];
    return query === undefined ? [] : [{ name, query }];
  });
}
