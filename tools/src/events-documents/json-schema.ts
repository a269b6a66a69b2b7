/** A JSON Schema (draft-07) as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** An object in a JSON document; empty for anything else. */
export function objectAt(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonSchema)
    : {};
}
