/** The address of a bus. */
export type BusAddress =
  | { readonly kind: 'embedded'; readonly databaseUrl: string }
  | { readonly kind: 'kafka'; readonly brokers: readonly string[]; readonly clientId: string };
