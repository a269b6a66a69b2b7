import type { QueryEvent, ReplayCode } from '@ndx/contracts';

type Code = ReplayCode | 'simulated';

const SENTENCES: Readonly<Record<Code, string>> = {
  identical: 'The answer assembled again is equal to the stored one, byte for byte.',
  different: 'The answer assembled again differs from the stored one.',
  record_missing: 'A record that the query considered is not stored any more.',
  simulated:
    'The answer under the given policy; nothing was billed. The simulation is in the audit log.',
  not_recorded: 'The query was answered before decisions were recorded.',
};

/** The result of a replay for people; without a result no bytes are compared. */
export function replaySentence(code: Code, outcome: QueryEvent['outcome']): string {
  return code === 'identical' && outcome === 'no_result'
    ? 'The query assembled again has no result either, and each verdict is the same.'
    : SENTENCES[code];
}
