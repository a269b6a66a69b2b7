/**
 * Adds `application_name` to a database URL, so that pg_stat_activity shows the process. Keeps an
 * existing name.
 */
export function namedConnections(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl);
  if (!url.searchParams.has('application_name')) url.searchParams.set('application_name', name);
  return url.href;
}
