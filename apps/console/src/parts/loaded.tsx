import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failure } from './failure.js';
import { Loading } from './loading.js';

interface LoadedProps<Data> {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error'> & {
    readonly refetch: () => unknown;
  };
  readonly children: (data: Data) => ReactNode;
}

/**
 * Shows the data of a query; a placeholder while it loads; its error with a retry button. When
 * data is loaded and a later request fails, both are shown.
 */
export function Loaded<Data>({ query: { data, error, refetch }, children }: LoadedProps<Data>) {
  const failure = error && <Failure error={error} retry={refetch} />;
  if (data === undefined) return failure ?? <Loading />;
  return (
    <>
      {children(data)}
      {failure}
    </>
  );
}
