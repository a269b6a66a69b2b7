import { idWithin, invalid, newId, quoted } from '@ndx/contracts';

/** The institution whose name determines the ids that it may choose. */
interface Place {
  /** The field of the request with the chosen id. */
  readonly field: string;
  readonly ownerId: string;
  readonly name: string;
}

/**
 * The id of a new resource: generated, or the one that its owner may choose. Ids are derived from
 * the owner, so that a taken id does not reveal another owner's resource (decision 0036).
 * @throws VALIDATION_ERROR for any other choice, whether or not the id is taken
 */
export function chosenId(chosen: string | undefined, { field, ownerId, name }: Place): string {
  if (chosen === undefined) return newId();
  const own = idWithin(ownerId, name);
  if (chosen === own) return own;
  throw invalid(
    'invalid_value',
    `${quoted(field)} must be absent or ${quoted(own)}, the UUID version 5 of the name`,
  );
}
