/**
 * The code of an error of the operating system or of Postgres (`ENOENT`, `57P03`), if it has one.
 * Does not use `instanceof`: under Jest such errors come from another realm.
 */
export function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
