import type { ReactNode } from 'react';
import { Failure } from './failure.js';
import { Loading } from './loading.js';

export interface Query<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

interface LoadedProps<Data> {
  readonly query: Query<Data>;
  readonly children: (data: Data) => ReactNode;
}

/** Two queries as one: a retry repeats those that failed. */
export function both<One, Other>(one: Query<One>, other: Query<Other>): Query<[One, Other]> {
  return {
    data: one.data === undefined || other.data === undefined ? undefined : [one.data, other.data],
    error: one.error ?? other.error,
    refetch: () =>
      Promise.all([one, other].map(({ error, refetch }) => (error === null ? null : refetch()))),
  };
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
