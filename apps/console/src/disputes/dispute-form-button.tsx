import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { RecordEndReason } from '@ndx/client';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../app/api.js';
import { FormButton } from '../parts/form-button.js';
import { inWords } from '../parts/words.js';
import { FieldSelect } from './field-select.js';
import { RECORD_FAULTS } from './reasons.js';

/** The section of a record that an institution disputes. */
export interface DisputeTarget {
  readonly record_id: string;
  readonly model_name: string;
}

interface DisputeFormButtonProps {
  /** The target when the dialog opens. */
  readonly initial: DisputeTarget;
  /** A query of the institution that used the record; without one, the subject asked for the dispute. */
  readonly queryEventId: string | null;
  readonly variant?: 'default';
  /** The inputs of the target. */
  readonly children: (target: DisputeTarget, select: (target: DisputeTarget) => void) => ReactNode;
}

/** The values of the form. */
interface Objection {
  readonly target: DisputeTarget;
  readonly field: string;
  readonly isForSubject: boolean;
  readonly reason: RecordEndReason;
  readonly text: string;
  readonly sha256: string;
}

/** A button that opens the form of a dispute, and then the page of the dispute. */
export function DisputeFormButton(props: DisputeFormButtonProps) {
  const { initial, queryEventId, children, ...button } = props;
  const { ndx } = useApi();
  const navigate = useNavigate();
  const begin: Objection = {
    ...{ target: initial, field: '', isForSubject: queryEventId === null },
    ...{ reason: 'wrong_value', text: '', sha256: '' },
  };
  const open = async ({ target, field, isForSubject, reason, text, sha256 }: Objection) => {
    const { data } = await ndx.openDispute({
      path: { record_id: target.record_id.trim() },
      body: {
        query_event_id: queryEventId,
        on_behalf_of_subject: isForSubject,
        model_name: target.model_name,
        field_name: field === '' ? null : field,
        reason,
        reason_text: text,
        attachment_sha256: sha256.trim() || null,
      },
    });
    await navigate({ to: '/disputes/$disputeId', params: { disputeId: data.dispute_id } });
  };
  return (
    <FormButton
      {...button}
      label="Dispute a record"
      title="Dispute a record"
      submitLabel="Open the dispute"
      objectId={queryEventId ?? ''}
      initial={begin}
      act={open}
    >
      {(input, { values: { target, field, isForSubject, reason }, change }) => (
        <>
          {children(target, (selected) => change({ target: selected, field: '' }))}
          <FieldSelect
            model={target.model_name}
            value={field}
            onChange={(name) => change({ field: name })}
          />
          <NativeSelect
            label="Reason"
            value={reason}
            data={RECORD_FAULTS.map((value) => ({ value, label: inWords(value) }))}
            onChange={({ currentTarget: { selectedIndex } }) =>
              change({ reason: RECORD_FAULTS[selectedIndex] ?? reason })
            }
          />
          <Textarea
            label="Explanation"
            description="For the furnisher and the governors of the network."
            maxLength={2_000}
            autosize
            minRows={3}
            {...input('text', 'reason_text')}
          />
          <TextInput
            label="SHA-256 of a document"
            description="Of a document that the sides exchange elsewhere, in hexadecimal."
            {...input('sha256', 'attachment_sha256')}
            required={false}
          />
          <Checkbox
            label="The subject asked for the dispute"
            disabled={queryEventId === null}
            checked={isForSubject}
            onChange={({ currentTarget: { checked } }) => change({ isForSubject: checked })}
          />
        </>
      )}
    </FormButton>
  );
}
