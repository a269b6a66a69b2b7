import Type, { type TSchema } from 'typebox';

const FORMATS: Readonly<Record<string, string>> = {
  uuid: '0192d3c0-0000-7000-8000-000000000001',
  'date-time': '2026-01-15T08:30:00.000Z',
};

/** A value that fits the schema, for the kinds of schema that event payloads are made of. */
export function sampleOf(schema: TSchema): unknown {
  if (Type.IsObject(schema)) return objectOf(schema.properties);
  if (Type.IsArray(schema)) return [sampleOf(schema.items)];
  if (Type.IsRecord(schema)) return { anything: sampleOf(Type.RecordValue(schema)) };
  if (Type.IsUnion(schema)) return schema.anyOf.map(sampleOf).find((value) => value !== null);
  if (Type.IsEnum(schema)) return schema.enum[0];
  if (Type.IsString(schema)) return 'format' in schema ? FORMATS[String(schema.format)] : 'text';
  if (Type.IsInteger(schema) || Type.IsNumber(schema)) return 1;
  if (Type.IsBoolean(schema)) return true;
  if (Type.IsNull(schema)) return null;
  if (Type.IsUnknown(schema)) return 'anything';
  throw new Error(`no sample of ${JSON.stringify(schema)}`);
}

function objectOf(properties: Readonly<Record<string, TSchema>>): object {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, sampleOf(schema)]),
  );
}
