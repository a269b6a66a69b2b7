import { ADDRESS_FIELDS } from './address.js';
import type { Field } from './field.js';

/** An object on the wire: what validates it and what documents it both follow from this. */
export interface ObjectShape {
  /** Its name in the documents. */
  readonly title: string;
  readonly fields: readonly Field[];
  /** The shapes of its fields of type `object`, by name. */
  readonly members?: Readonly<Record<string, ObjectShape>>;
}

/**
 * The shape of a field that is an object whose members are known.
 * @param addressTitle requests and answers are documented apart: an answer leaves no member out
 */
export function memberShape(
  { members }: ObjectShape,
  field: Field,
  addressTitle: 'Address' | 'FurnishedAddress' = 'FurnishedAddress',
): ObjectShape | undefined {
  if (field.type === 'address') return { title: addressTitle, fields: ADDRESS_FIELDS };
  return members?.[field.name];
}

/** `KybCertificateRecord` of `kyb_certificate` and `record`. */
export function titleOf(...names: readonly string[]): string {
  return names
    .flatMap((name) => name.split('_'))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
