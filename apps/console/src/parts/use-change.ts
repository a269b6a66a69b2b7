import { useMutation, useQueryClient, type QueryFilters } from '@tanstack/react-query';

/** All queries but failed ones: the views of those offer a retry. */
export const LOADED: QueryFilters = { predicate: ({ state }) => state.status !== 'error' };

/**
 * Changes something on the server. The change is pending until the views show it.
 */
export function useChange<Input = void>(
  change: (input: Input) => Promise<unknown>,
  onSuccess?: (input: Input) => unknown,
) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => {
      await change(input);
      await cache.invalidateQueries(LOADED);
    },
    onSuccess: (_, input) => onSuccess?.(input),
  });
}
