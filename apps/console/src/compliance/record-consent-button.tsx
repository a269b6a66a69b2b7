import { Checkbox, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useApi } from '../app/api.js';
import { FormButton } from '../parts/form-button.js';
import { useSession } from '../session/session.js';
import { ConsentTermsInputs } from './consent-terms-inputs.js';
import { endOf, scopeOf, type ConsentTerms } from './consent-terms.js';

const INITIAL = {
  business_legal_name: '',
  jurisdiction: '',
  registration: '',
  isGathered: false,
  products: [],
  endsOn: '',
};

type Values = ConsentTerms & Omit<typeof INITIAL, keyof ConsentTerms>;

/** Records the consent of a business; programs record consents of consumers (decision 0150). */
export function RecordConsentButton({ networkId }: { readonly networkId: string }) {
  const { ndx } = useApi();
  const navigate = useNavigate();
  const { may } = useSession();
  const { business_legal_name = '' } = useSearch({ strict: false });
  if (!may('consent:write')) return null;
  const initial: Values = { ...INITIAL, business_legal_name };
  return (
    <FormButton
      label="Record a consent"
      action="record"
      title="Record the consent of a business"
      submitLabel="Record"
      objectId={networkId}
      initial={initial}
      act={async (values) => {
        const { data } = await ndx.recordBusinessConsent({
          body: {
            network_id: networkId,
            did_gather_consent_from_business_prior: values.isGathered,
            business_consent_identity: {
              business_legal_name: values.business_legal_name,
              business_jurisdiction_of_formation: values.jurisdiction,
              business_registration_identifier_from_jurisdiction_of_formation: values.registration,
            },
            scope: scopeOf(values),
            expires_at: endOf(values) ?? null,
          },
        });
        await navigate({
          to: '/subjects/$kind/$subjectId/consents/$consentId',
          params: { kind: 'business', subjectId: data.business_id, consentId: data.consent_id },
        });
      }}
    >
      {(input, { values, change, faultAt }) => (
        <>
          <TextInput label="Legal name" {...input('business_legal_name')} />
          <TextInput
            label="Jurisdiction of formation"
            description="Such as US-VT."
            {...input('jurisdiction', 'business_jurisdiction_of_formation')}
          />
          <TextInput
            label="Registration in this jurisdiction"
            {...input(
              'registration',
              'business_registration_identifier_from_jurisdiction_of_formation',
            )}
          />
          <ConsentTermsInputs
            terms={values}
            change={change}
            faultAt={faultAt}
            emptyEnd="Empty: the default end."
          />
          <Checkbox
            label="The business has given this consent"
            required
            checked={values.isGathered}
            onChange={({ currentTarget: { checked } }) => change({ isGathered: checked })}
          />
        </>
      )}
    </FormButton>
  );
}
