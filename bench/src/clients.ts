/** Client counts of the query measurements. */
export const CLIENTS: readonly number[] = [1, 16, 64];

export function clientsNamed(clients: number): string {
  return clients === 1 ? '1 client' : `${clients} clients`;
}
