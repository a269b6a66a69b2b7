import { Code, VisuallyHidden } from '@mantine/core';
import { NoValue } from './no-value.js';

/** The last digits of a secret value; null if no value was stated. */
export function Masked({ lastDigits }: { readonly lastDigits: string | null }) {
  if (lastDigits === null) return <NoValue>not stated</NoValue>;
  return (
    <Code>
      <VisuallyHidden>ends in </VisuallyHidden>
      <span aria-hidden>•••</span>
      {lastDigits}
    </Code>
  );
}
