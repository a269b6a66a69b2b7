import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ConfirmButton } from '../parts/confirm-button.js';
import { Failure } from '../parts/failure.js';
import { saveFile } from '../parts/save-file.js';
import { useSession } from '../session/session.js';
import type { Consent, consentsOf } from './consents.js';

interface ConsentActionsProps {
  readonly consent: Consent;
  readonly operations: ReturnType<typeof consentsOf>;
}

/** Saves the receipt, and revokes a consent in force. */
export function ConsentActions({ consent, operations }: ConsentActionsProps) {
  const { consent_id: consentId, status } = consent;
  const { may } = useSession();
  const cache = useQueryClient();
  const receipt = useMutation({
    mutationFn: async () => {
      const text = `${JSON.stringify(await operations.receipt(consentId), null, 2)}\n`;
      saveFile(`consent-receipt-${consentId}.json`, 'application/json', text);
    },
  });
  const revoke = async () => {
    await operations.revoke(consentId);
    await cache.invalidateQueries();
  };
  return (
    <Group gap="xs">
      <Button variant="default" loading={receipt.isPending} onClick={() => receipt.mutate()}>
        Save receipt
      </Button>
      {status === 'active' && may('consent:write') && (
        <ConfirmButton label="Revoke" question="Revoke this consent?" color="red" act={revoke}>
          <Text size="sm">
            No query that starts after the revocation can use the consent. A revocation is final: to
            query the subject again, your institution has to record a new consent.
          </Text>
        </ConfirmButton>
      )}
      {receipt.isError && <Failure error={receipt.error} />}
    </Group>
  );
}
