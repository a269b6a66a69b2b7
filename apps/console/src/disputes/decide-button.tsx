import { NativeSelect, Textarea } from '@mantine/core';
import type { Dispute, DisputeOutcome, DisputeReason } from '@ndx/client';
import { useApi } from '../app/api.js';
import { FormButton } from '../parts/form-button.js';
import { Notice } from '../parts/notice.js';
import { inWords } from '../parts/words.js';
import { RECORD_FAULTS } from './reasons.js';

/** The reasons of each outcome, and its effect. */
const OUTCOMES: Readonly<
  Record<DisputeOutcome, { readonly reasons: readonly DisputeReason[]; readonly effect: string }>
> = {
  upheld: {
    reasons: ['verified', 'insufficient_information', 'other'],
    effect: 'The record stays as it is.',
  },
  withdrawn: {
    reasons: RECORD_FAULTS,
    effect: 'The record is withdrawn: queries that start afterwards do not use it.',
  },
  corrected: {
    reasons: RECORD_FAULTS,
    effect: 'Furnish the record that corrects it first, with its corrects_record_id.',
  },
};

const NAMES = Object.keys(OUTCOMES) as DisputeOutcome[];

interface Decision {
  readonly outcome: DisputeOutcome;
  readonly reason: DisputeReason;
  readonly reason_text: string;
}

const BEGIN: Decision = { outcome: 'upheld', reason: 'verified', reason_text: '' };

/** An outcome with the reason as it is, if the outcome has it, or with its first one. */
function withOutcome(outcome: DisputeOutcome, reason: DisputeReason) {
  const { reasons } = OUTCOMES[outcome];
  return { outcome, reason: reasons.includes(reason) ? reason : (reasons[0] ?? reason) };
}

/** Decides a dispute of the institution's record. */
export function DecideButton({ dispute: { dispute_id } }: { readonly dispute: Dispute }) {
  const { ndx } = useApi();
  return (
    <FormButton
      label="Decide"
      title="Decide the dispute"
      submitLabel="Decide"
      objectId={dispute_id}
      initial={BEGIN}
      act={(body) => ndx.decideDispute({ path: { dispute_id }, body })}
    >
      {(input, { values: { outcome, reason }, change }) => (
        <>
          <NativeSelect
            label="Decision"
            value={outcome}
            data={NAMES.map((value) => ({ value, label: inWords(value) }))}
            onChange={({ currentTarget: { selectedIndex } }) =>
              change(withOutcome(NAMES[selectedIndex] ?? outcome, reason))
            }
          />
          <NativeSelect
            label="Reason"
            value={reason}
            data={OUTCOMES[outcome].reasons.map((value) => ({ value, label: inWords(value) }))}
            onChange={({ currentTarget: { selectedIndex } }) =>
              change({ reason: OUTCOMES[outcome].reasons[selectedIndex] ?? reason })
            }
          />
          <Textarea
            label="Explanation"
            maxLength={2_000}
            autosize
            minRows={3}
            {...input('reason_text')}
          />
          <Notice role="note" color="orange">
            {OUTCOMES[outcome].effect} The decision is final.
          </Notice>
        </>
      )}
    </FormButton>
  );
}
