import { TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { ActionButtonProps } from '../parts/dialog-button.js';
import { FormButton } from '../parts/form-button.js';
import { EndpointFilterInputs } from './endpoint-filter-inputs.js';
import { filtersOf, termsOf, textsOf, type EndpointTerms } from './endpoint-terms.js';

interface EndpointFormButtonProps extends Omit<ActionButtonProps, 'act' | 'children'> {
  readonly title: string;
  readonly submitLabel: string;
  /** The terms when the dialog opens. */
  readonly terms: EndpointTerms;
  readonly onOpen?: () => void;
  readonly act: (terms: EndpointTerms) => Promise<unknown>;
  /** Inputs below those of the terms. */
  readonly children: ReactNode;
}

/** A button that opens a form with the terms of an endpoint. */
export function EndpointFormButton(props: EndpointFormButtonProps) {
  const { terms, onOpen, act, children, ...button } = props;
  const [filters, setFilters] = useState(filtersOf(terms));
  const begin = () => {
    setFilters(filtersOf(terms));
    onOpen?.();
  };
  return (
    <FormButton
      {...button}
      initial={textsOf(terms)}
      onOpen={begin}
      act={(texts) => act(termsOf(texts, filters))}
    >
      {(input) => (
        <>
          <TextInput
            type="url"
            label="Address of the receiver"
            description="Notices are sent to it as Standard Webhooks. Without an address they are only listed."
            placeholder="https://bank.example.com/notices"
            {...input('url')}
            required={false}
          />
          <EndpointFilterInputs value={filters} onChange={setFilters} />
          <TextInput
            type="number"
            min={1}
            label="Days"
            description="For how long after an answer there are notices about it. Without a number: the validity that the policy states, otherwise 13 months."
            {...input('days')}
            required={false}
          />
          <TextInput label="Note" maxLength={500} {...input('description')} required={false} />
          {children}
        </>
      )}
    </FormButton>
  );
}
