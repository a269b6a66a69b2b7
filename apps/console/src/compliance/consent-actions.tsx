import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { Failure } from '../parts/loaded.js';
import { saveFile } from '../parts/save-file.js';
import { AmendButton } from './amend-button.js';
import { requestOf, type Consent, type ConsentRef } from './consents.js';
import { RevokeButton } from './revoke-button.js';

interface ConsentActionsProps extends ConsentRef {
  readonly consent: Consent;
}

/** Saves the receipt, and amends or revokes a consent in force. */
export function ConsentActions({ consent, ...ref }: ConsentActionsProps) {
  const { consentId, operations } = ref;
  const { ndx } = useApi();
  const receipt = useMutation({
    mutationFn: async () => {
      const { data } = await ndx[operations.receipt](requestOf(ref));
      const text = `${JSON.stringify(data, null, 2)}\n`;
      saveFile(`consent-receipt-${consentId}.json`, 'application/json', text);
    },
  });
  return (
    <Group gap="xs">
      <Button variant="default" loading={receipt.isPending} onClick={() => receipt.mutate()}>
        Save receipt
      </Button>
      <AmendButton consent={consent} operations={operations} />
      <RevokeButton consent={consent} operations={operations} action="revoke" />
      {receipt.isError && <Failure error={receipt.error} />}
    </Group>
  );
}
