/**
 * The address of a database by which Postgres is also told who connects: whoever looks at its
 * sessions, or waits for one of them, sees the name. A name that the address has already stays.
 */
export function namedConnections(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  if (!url.searchParams.has('application_name')) url.searchParams.set('application_name', name);
  return url.href;
}
