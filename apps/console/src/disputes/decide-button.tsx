import { NativeSelect, Textarea } from '@mantine/core';
import type { Dispute, DisputeOutcome, DisputeReason } from '@ndx/client';
import { useState } from 'react';
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

/** Decides a dispute of the institution's record. */
export function DecideButton({ dispute: { dispute_id } }: { readonly dispute: Dispute }) {
  const { ndx } = useApi();
  const [outcome, setOutcome] = useState<DisputeOutcome>('upheld');
  const { reasons, effect } = OUTCOMES[outcome];
  const [selected, setSelected] = useState<DisputeReason>('verified');
  const reason = reasons.includes(selected) ? selected : (reasons[0] ?? selected);
  return (
    <FormButton
      label="Decide"
      title="Decide the dispute"
      submitLabel="Decide"
      initial={{ reason_text: '' }}
      act={({ reason_text }) =>
        ndx.decideDispute({ path: { dispute_id }, body: { outcome, reason, reason_text } })
      }
    >
      {(input) => (
        <>
          <NativeSelect
            label="Decision"
            value={outcome}
            data={NAMES.map((value) => ({ value, label: inWords(value) }))}
            onChange={({ currentTarget: { selectedIndex } }) =>
              setOutcome(NAMES[selectedIndex] ?? 'upheld')
            }
          />
          <NativeSelect
            label="Reason"
            value={reason}
            data={reasons.map((value) => ({ value, label: inWords(value) }))}
            onChange={({ currentTarget: { selectedIndex } }) =>
              setSelected(reasons[selectedIndex] ?? reason)
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
            {effect} The decision is final.
          </Notice>
        </>
      )}
    </FormButton>
  );
}
