import type { ButtonProps } from '@mantine/core';
import { useApi } from '../app/api.js';
import { ConfirmButton } from '../parts/confirm-button.js';
import { useSession } from '../session/session.js';
import type { Consent, ConsentRef } from './consents.js';

interface RevokeButtonProps extends ButtonProps {
  readonly consent: Consent;
  readonly operations: ConsentRef['operations'];
  /** The name for screen readers, beside others of the same label. */
  readonly name?: string;
  /** The `action` of an address that opens the dialog. */
  readonly action?: string;
  readonly onRevoked?: () => unknown;
}

/** Revokes a consent in force. */
export function RevokeButton(props: RevokeButtonProps) {
  const { consent, operations, onRevoked, ...button } = props;
  const { ndx } = useApi();
  const { may } = useSession();
  if (consent.status !== 'active' || !may('consent:write')) return null;
  const revoke = async () => {
    await ndx[operations.revoke]({ path: { consent_id: consent.consent_id } });
    await onRevoked?.();
  };
  return (
    <ConfirmButton
      label="Revoke"
      question="Revoke this consent?"
      color="red"
      act={revoke}
      {...button}
    >
      No query that starts after the revocation can use the consent. A revocation is final: to query
      the subject again, your institution has to record a new consent.
    </ConfirmButton>
  );
}
