/** The faults of rejected records in the response to a furnish request. */
export function faultsIn(text: string): string {
  const body: unknown = text.startsWith('{') ? JSON.parse(text) : undefined;
  const hasResults = typeof body === 'object' && body !== null && 'results' in body;
  if (!hasResults || !Array.isArray(body.results)) return '';
  const results = body.results as readonly { readonly errors?: unknown }[];
  return JSON.stringify(results.map(({ errors }) => errors));
}
