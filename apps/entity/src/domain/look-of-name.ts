import { composed } from '@ndx/contracts';
import unhomoglyph from 'unhomoglyph';

/** Two names look alike when one member is the same (decision 0107). */
export interface LookOfName {
  /** The skeleton of the name by Unicode UTS 39. */
  readonly skeleton: string;
  /** The skeleton of the name in lower case. */
  readonly foldedSkeleton: string;
  /** The skeleton of the name in upper case: there, letters look alike that do not in lower case. */
  readonly raisedSkeleton: string;
}

export function lookOf(name: string): LookOfName {
  return {
    skeleton: skeletonOf(name),
    foldedSkeleton: skeletonOf(name.toLowerCase()).toLowerCase(),
    raisedSkeleton: skeletonOf(name.toUpperCase()),
  };
}

/** Compatible characters are one, and white space is: readers do not see how wide it is. */
function skeletonOf(text: string): string {
  const visible = composed(text, 'NFKD').replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return composed(unhomoglyph(visible), 'NFD').trim().replace(/\s+/g, ' ');
}
