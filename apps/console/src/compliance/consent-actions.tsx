import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useApi } from '../app/api.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { Failure } from '../parts/loaded.js';
import { saveFile } from '../parts/save-file.js';
import { useSession } from '../session/session.js';
import { requestOf, type Consent, type ConsentRef } from './consents.js';

interface ConsentActionsProps extends ConsentRef {
  readonly consent: Consent;
}

/** Saves the receipt, and revokes a consent in force. */
export function ConsentActions({ consent, ...ref }: ConsentActionsProps) {
  const { consentId, operations } = ref;
  const { ndx } = useApi();
  const { may } = useSession();
  const receipt = useMutation({
    mutationFn: async () => {
      const { data } = await ndx[operations.receipt](requestOf(ref));
      const text = `${JSON.stringify(data, null, 2)}\n`;
      saveFile(`consent-receipt-${consentId}.json`, 'application/json', text);
    },
  });
  const revoke = () => ndx[operations.revoke]({ path: { consent_id: consentId } });
  return (
    <Group gap="xs">
      <Button variant="default" loading={receipt.isPending} onClick={() => receipt.mutate()}>
        Save receipt
      </Button>
      {consent.status === 'active' && may('consent:write') && (
        <ConfirmButton label="Revoke" question="Revoke this consent?" color="red" act={revoke}>
          No query that starts after the revocation can use the consent. A revocation is final: to
          query the subject again, your institution has to record a new consent.
        </ConfirmButton>
      )}
      {receipt.isError && <Failure error={receipt.error} />}
    </Group>
  );
}
