import { useApi } from '../app/api.js';
import { FormButton } from '../parts/form-button.js';
import { useSession } from '../session/session.js';
import { ConsentTermsInputs } from './consent-terms-inputs.js';
import { endOf, scopeOf, type ConsentTerms } from './consent-terms.js';
import type { Consent, ConsentRef } from './consents.js';

interface AmendButtonProps extends Pick<ConsentRef, 'operations'> {
  readonly consent: Consent;
}

/** Changes the products and the end of a consent in force. */
export function AmendButton({ consent, operations }: AmendButtonProps) {
  const { ndx } = useApi();
  const { may } = useSession();
  const { consent_id, scope, expires_at, revision } = consent;
  if (consent.status !== 'active' || !may('consent:write')) return null;
  const initial: ConsentTerms = {
    products: scope === '*' ? [] : scope.split(' '),
    endsOn: expires_at.slice(0, 10),
  };
  return (
    <FormButton
      label="Amend"
      action="amend"
      title="Amend this consent"
      submitLabel="Amend"
      variant="default"
      objectId={consent_id}
      initial={initial}
      revision={revision}
      act={(terms, expected) =>
        ndx[operations.amend]({
          path: { consent_id },
          body: {
            ...(scopeOf(terms) !== scope && { scope: scopeOf(terms) }),
            ...(terms.endsOn !== initial.endsOn && { expires_at: endOf(terms) ?? null }),
            ...expected,
          },
        })
      }
    >
      {(_, { values, ...form }) => <ConsentTermsInputs terms={values} {...form} />}
    </FormButton>
  );
}
