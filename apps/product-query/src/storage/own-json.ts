/** Parses JSON that this service stored, so it needs no validation; undefined for null. */
export function ownJson(text: string | null): unknown {
  return text === null ? undefined : JSON.parse(text);
}
