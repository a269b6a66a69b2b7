import { Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useApi } from '../app/api.js';
import { FormButton } from '../parts/form-button.js';
import { TextLink } from '../parts/page.js';
import { useSession } from '../session/session.js';

interface SaveTestButtonProps {
  readonly queryEventId: string;
  /** The policy that is to carry the test. */
  readonly policyId: string;
}

/** Saves a past query as a test of a policy: its next publication fails unless it is answered alike. */
export function SaveTestButton({ queryEventId, policyId }: SaveTestButtonProps) {
  const { ndx } = useApi();
  const { may } = useSession();
  const [saved, setSaved] = useState<string>();
  if (!may('network:admin') || !may('policy:write')) return null;
  return (
    <Stack gap={4} align="flex-end">
      <FormButton
        size="xs"
        variant="default"
        label="Save as a test"
        title="Save this query as a test of the policy"
        submitLabel="Save the test"
        objectId={`${policyId} ${queryEventId}`}
        initial={{ name: '' }}
        act={async ({ name }) => {
          const { data } = await ndx.saveQueryAsTest({ path: { query_event_id: queryEventId } });
          await ndx.saveQueryingPolicyTest({
            path: { policy_id: policyId },
            body: { test: { ...data.test, name, policy: policyId } },
          });
          setSaved(name);
        }}
      >
        {(input) => (
          <>
            <Text size="sm">
              The test keeps the shape of the query and expects the answer that it had. Names,
              numbers, dates and other texts are made up.
            </Text>
            <TextInput
              label="Name"
              description="What must stay true, such as: a limited company is issued. It replaces a test of this name."
              {...input('name')}
            />
          </>
        )}
      </FormButton>
      {saved !== undefined && (
        <Text size="sm" role="status">
          <TextLink to="/policies/$policyId" params={{ policyId }}>
            The policy
          </TextLink>{' '}
          carries the test “{saved}”.
        </Text>
      )}
    </Stack>
  );
}
