import Type from 'typebox';

/** Field types that the event payloads share. */
export const Uuid = Type.String({ format: 'uuid' });
export const Timestamp = Type.String({ format: 'date-time' });
export const NullableUuid = Type.Union([Uuid, Type.Null()]);
export const NullableTimestamp = Type.Union([Timestamp, Type.Null()]);

/** Counts the changes of one aggregate from 1; a copy of it only ever moves forward. */
export const Revision = Type.Integer({ minimum: 1 });

/**
 * Keyed hashes of what identifies a subject, the same in all networks, so that the same subject
 * is found elsewhere without asking and without learning an identifier (design 9).
 */
export const MatchHashes = Type.Array(Type.String({ minLength: 1 }));
