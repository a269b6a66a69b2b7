/** Reads JSON that this service wrote, and so checked when it was stored; undefined for null. */
export function ownJson(text: string | null): unknown {
  return text === null ? undefined : JSON.parse(text);
}
