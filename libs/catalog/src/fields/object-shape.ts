import { ADDRESS_FIELDS } from './address.js';
import type { Field } from './field.js';

/** An object on the wire; its validation and its documentation are derived from this. */
export interface ObjectShape {
  /** Its name in the documents. */
  readonly title: string;
  readonly fields: readonly Field[];
  /** The shapes of its fields of type `object`, by name. */
  readonly members?: Readonly<Record<string, ObjectShape>>;
}

/**
 * The shape of a field that is an object with known members.
 * @param addressTitle requests and responses have separate schemas: a response omits no member
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
