import Type, { type TSchema } from 'typebox';

/** A field's description is published with the event's schema (docs/events). */
export const uuid = (description?: string) =>
  Type.String({ format: 'uuid', ...(description !== undefined && { description }) });

/** Text without a format, with an example of it. */
export const text = (example: string, description?: string) =>
  Type.String({ ...(description !== undefined && { description }), examples: [example] });

export const nullable = <S extends TSchema>(schema: S, description?: string) =>
  Type.Union([schema, Type.Null()], description === undefined ? {} : { description });

/** Field types that the event payloads share. */
export const Uuid = uuid();
export const Timestamp = Type.String({ format: 'date-time' });
export const NullableUuid = nullable(Uuid);
export const NullableTimestamp = nullable(Timestamp);

export const Revision = Type.Integer({
  minimum: 1,
  description:
    'Number of the change of the aggregate, from 1. A read model never returns to a lower revision.',
});

/** Design 9. */
export const MatchHashes = Type.Array(
  Type.String({ minLength: 1, examples: ['v1:3c9d2f4b8a17'] }),
  {
    description:
      'Keyed hashes of the identifiers of the subject. They are the same in all networks, so a reader can match subjects across networks without the identifiers.',
  },
);
