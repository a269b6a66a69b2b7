import type { UploadedDocument } from '@ndx/client';

const KIB = 1_024;
const MIB = KIB * KIB;

/** A number of bytes in the unit that suits it. */
export function sizeInWords(bytes: number): string {
  const [size, unit] =
    bytes >= MIB ? [bytes / MIB, 'MiB'] : bytes >= KIB ? [bytes / KIB, 'KiB'] : [bytes, 'bytes'];
  return `${size.toLocaleString(undefined, { maximumFractionDigits: 1 })} ${unit}`;
}

const REJECTIONS: Readonly<Record<NonNullable<UploadedDocument['rejection']>, string>> = {
  other_digest: 'The received content is not the announced one. Upload the file again.',
  scanner: "The scanner of the network's operator refuses the content.",
};

export function rejectionWords(rejection: UploadedDocument['rejection']): string {
  return rejection === null ? '' : REJECTIONS[rejection];
}
