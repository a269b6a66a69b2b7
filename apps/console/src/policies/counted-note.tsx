import { Text } from '@mantine/core';
import { Moment } from '../parts/values.js';
import { boundsInWords, type SectionCounts } from './furnished-values.js';

/** The meaning and the time of the numbers beside the values of a section. */
export function CountedNote({
  counts: { section, countedAt },
}: {
  readonly counts: SectionCounts;
}) {
  const { examined, is_complete: isComplete } = section;
  return (
    <Text size="sm" c="dimmed">
      The values to choose show how many standing records of the network state each, of{' '}
      {boundsInWords(examined)} with this section, in steps of{' '}
      {examined.fewer_than - examined.at_least}. Counted <Moment at={countedAt} />.
      {!isComplete && ' Older records were not counted.'}
    </Text>
  );
}
