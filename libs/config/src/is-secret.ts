/**
 * Recognized by name, so that authors of manifests see it too: keys, passwords and values that
 * contain one.
 */
const SECRET_NAME = /(_SECRET|_KEYS?|_PASSWORD|_DATABASE_URL|_STORE_URL|_BUS_URL|_OTLP_HEADERS)$/;

/** Whether a variable has a key, a password or a value that contains one. */
export function isSecret(name: string): boolean {
  return SECRET_NAME.test(name);
}
