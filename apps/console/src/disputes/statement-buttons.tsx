import { Group, Textarea } from '@mantine/core';
import type { Dispute } from '@ndx/client';
import { useApi } from '../app/api.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { FormButton } from '../parts/form-button.js';
import { Notice } from '../parts/notice.js';

/** Attaches, replaces and removes the institution's statement to an upheld record. */
export function StatementButtons({ dispute }: { readonly dispute: Dispute }) {
  const { dispute_id, statement_text: text, stated_at: at } = dispute;
  const { ndx } = useApi();
  const path = { dispute_id };
  return (
    <Group gap="xs">
      <FormButton
        label={at === null ? 'Attach a statement' : 'Replace the statement'}
        title="Attach a statement"
        submitLabel="Attach"
        objectId={dispute_id}
        initial={{ statement_text: text ?? '' }}
        act={(body) => ndx.attachDisputeStatement({ path, body })}
      >
        {(input) => (
          <>
            <Textarea
              label="Statement"
              maxLength={2_000}
              autosize
              minRows={3}
              {...input('statement_text')}
            />
            <Notice role="note" color="orange">
              The furnisher, the governors and readers of the disputed part see the text.
              Explanations of answers that use the record name your institution.
            </Notice>
          </>
        )}
      </FormButton>
      {at !== null && (
        <ConfirmButton
          label="Remove the statement"
          question="Remove the statement?"
          variant="default"
          act={() => ndx.removeDisputeStatement({ path })}
        >
          Explanations stop naming it. The audit log keeps that it was attached, without the text.
        </ConfirmButton>
      )}
    </Group>
  );
}
