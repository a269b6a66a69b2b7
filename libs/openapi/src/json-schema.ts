/** A JSON Schema (2020-12, as OpenAPI 3.1 has it). */
export type JsonSchema = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
