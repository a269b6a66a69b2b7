import { TextInput } from '@mantine/core';
import type { WebhookAlgorithm } from '@ndx/client';
import type { ReactNode } from 'react';
import type { ActionButtonProps } from '../parts/dialog-button.js';
import { FormButton } from '../parts/form-button.js';
import type { Expected } from '../parts/use-expected.js';
import { EndpointFilterInputs } from './endpoint-filter-inputs.js';
import { filtersOf, termsOf, textsOf, type EndpointTerms } from './endpoint-terms.js';

/** What is chosen besides the terms: the signature of a new endpoint, the state of another. */
export interface EndpointChoice {
  readonly algorithm: WebhookAlgorithm;
  readonly isEnabled: boolean;
}

interface EndpointFormButtonProps extends Omit<ActionButtonProps, 'children'> {
  readonly title: string;
  readonly submitLabel: string;
  readonly objectId: string;
  /** The terms until the reader changes one. */
  readonly terms: EndpointTerms;
  readonly isEnabled: boolean;
  readonly revision?: number;
  readonly act: (
    terms: EndpointTerms,
    choice: EndpointChoice,
    expected: Expected,
  ) => Promise<unknown>;
  /** Inputs below those of the terms. */
  readonly children: (
    choice: EndpointChoice,
    change: (choice: Partial<EndpointChoice>) => void,
  ) => ReactNode;
}

/** A button that opens a form with the terms of an endpoint. */
export function EndpointFormButton(props: EndpointFormButtonProps) {
  const { terms, isEnabled, act, children, ...button } = props;
  const choice: EndpointChoice = { algorithm: 'hmac_sha256', isEnabled };
  return (
    <FormButton
      {...button}
      initial={{ ...textsOf(terms), filters: filtersOf(terms), ...choice }}
      act={({ filters, ...values }, expected) => act(termsOf(values, filters), values, expected)}
    >
      {(input, { values, change }) => (
        <>
          <TextInput
            type="url"
            label="Address of the receiver"
            description="Notices are sent to it as Standard Webhooks. Without an address they are only listed."
            placeholder="https://bank.example.com/notices"
            {...input('url')}
            required={false}
          />
          <EndpointFilterInputs
            value={values.filters}
            onChange={(filters) => change({ filters })}
          />
          <TextInput
            type="number"
            min={1}
            label="Days"
            description="For how long after an answer there are notices about it. Without a number: the validity that the policy states, otherwise 13 months."
            {...input('days', 'window_days')}
            required={false}
          />
          <TextInput label="Note" maxLength={500} {...input('description')} required={false} />
          {children(values, change)}
        </>
      )}
    </FormButton>
  );
}
