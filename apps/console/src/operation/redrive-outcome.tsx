import { Alert } from '@mantine/core';
import type { RedriveResult } from '@ndx/client';
import { IconInfoCircle } from '@tabler/icons-react';
import { plural } from '../parts/words.js';

/** What a redrive did. */
export function RedriveOutcome({ result }: { readonly result: RedriveResult }) {
  const { handled, freed_keys: freed, failed_keys: failed, republished_keys: republished } = result;
  return (
    <Alert
      role="status"
      color={failed > 0 ? 'orange' : 'teal'}
      icon={<IconInfoCircle aria-hidden />}
      title={failed > 0 ? 'Some events failed again' : 'The redrive is complete'}
    >
      {plural(handled, 'event')} applied, {plural(freed, 'key')} no longer parked.
      {failed > 0 &&
        ` ${plural(failed, 'key')} failed again: read the error, fix the cause and redrive again.`}
      {republished > 0 && ` The events of ${plural(republished, 'key')} are published again.`}
    </Alert>
  );
}
