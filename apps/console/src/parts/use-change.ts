import { useMutation, useQueryClient } from '@tanstack/react-query';

/**
 * Changes something on the server. The change is pending until the views show it: every query is
 * read again, except one that failed, whose view has a button for it.
 */
export function useChange<Input = void>(
  change: (input: Input) => Promise<unknown>,
  onSuccess?: (input: Input) => unknown,
) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => {
      await change(input);
      await cache.invalidateQueries({ predicate: ({ state }) => state.status !== 'error' });
    },
    onSuccess: (_, input) => onSuccess?.(input),
  });
}
