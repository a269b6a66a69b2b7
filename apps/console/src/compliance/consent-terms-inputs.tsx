import { MultiSelect, TextInput } from '@mantine/core';
import { useProducts } from '../parts/use-products.js';
import { inWords } from '../parts/words.js';
import { useSession } from '../session/session.js';
import type { ConsentTerms } from './consent-terms.js';

interface ConsentTermsInputsProps {
  readonly terms: ConsentTerms;
  readonly change: (changed: Partial<ConsentTerms>) => void;
  readonly faultAt: (member: string) => string | undefined;
  /** What an empty end means. */
  readonly emptyEnd?: string;
}

/** The products and the end of a consent. */
export function ConsentTermsInputs(props: ConsentTermsInputsProps) {
  const { terms, change, faultAt, emptyEnd } = props;
  const { may } = useSession();
  const { data: products = [] } = useProducts(may('policy:read'));
  const known = products.map(({ slug }) => slug);
  return (
    <>
      <MultiSelect
        label="Products"
        description="None selected: all products."
        searchable
        data={[...new Set([...known, ...terms.products])].map((slug) => ({
          value: slug,
          label: inWords(slug),
        }))}
        error={faultAt('scope')}
        value={[...terms.products]}
        onChange={(selected) => change({ products: selected })}
      />
      <TextInput
        type="date"
        label="Ends at the start of this day (UTC)"
        description={emptyEnd}
        required={emptyEnd === undefined}
        error={faultAt('expires_at')}
        value={terms.endsOn}
        onChange={({ currentTarget: { value } }) => change({ endsOn: value })}
      />
    </>
  );
}
