import { Badge } from '@mantine/core';
import type { ExplanationCode } from '@ndx/client';
import type { Tone } from '../parts/flow-layout.js';
import { inWords } from '../parts/words.js';
import { toneOf } from './code-tone.js';

const COLORS: Readonly<Record<Tone, string>> = { good: 'teal', bad: 'orange', neutral: 'gray' };

/** What decided about a section, a record or a field. */
export function CodeBadge({ code }: { readonly code: ExplanationCode }) {
  return <Badge color={COLORS[toneOf(code)]}>{inWords(code)}</Badge>;
}
