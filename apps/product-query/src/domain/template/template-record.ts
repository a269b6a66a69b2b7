/** The fields of a template's record that queries read, as they are stored: secrets are encrypted. */
export type RecordValues = Readonly<Record<string, unknown>>;

/**
 * Larger values are not read from storage until their record is chosen: an upload has up to a
 * megabyte, and each furnisher may have one. Every text that a policy can accept is smaller.
 */
export const LARGE_BYTES = 8 * 1024;

/** Stands for a value that was not read from storage. No field of a template is an object. */
const UPLOAD = { upload: true } as const;

export function isUpload(value: unknown): value is typeof UPLOAD {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The stored values of a record; the large ones apart. */
export function splitUploads(values: RecordValues): {
  readonly content: RecordValues;
  readonly uploads: RecordValues | null;
} {
  const large = Object.entries(values).filter(
    ([, value]) => Buffer.byteLength(JSON.stringify(value)) > LARGE_BYTES,
  );
  if (large.length === 0) return { content: values, uploads: null };
  const marks = Object.fromEntries(large.map(([field]) => [field, UPLOAD]));
  return { content: { ...values, ...marks }, uploads: Object.fromEntries(large) };
}
