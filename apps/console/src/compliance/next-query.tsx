import { Text } from '@mantine/core';
import { NdxError } from '@ndx/client';
import { useRead } from '../app/reads.js';
import { Loaded } from '../parts/loaded.js';
import { Notice } from '../parts/notice.js';
import { Panel } from '../parts/page.js';
import { useProducts } from '../parts/use-products.js';
import { useSession } from '../session/session.js';
import type { Consent } from './consents.js';

const PRODUCT = 'kyb_certificate';

/** Why the server refuses a query with the consent; another error says nothing about it. */
const ENDED: readonly unknown[] = ['consent_revoked', 'consent_expired'];

interface NextQueryProps {
  readonly consent: Consent;
  readonly networkId: string;
}

/**
 * What the server answers to a query with a consent that has ended, as its coverage check, which is
 * not billed. The query of a template names no consent.
 */
export function NextQuery({ consent, networkId }: NextQueryProps) {
  const { may } = useSession();
  const isOfProduct = consent.scope === '*' || consent.scope.split(' ').includes(PRODUCT);
  const isAsked = consent.status !== 'active' && 'business_id' in consent && isOfProduct;
  const products = useProducts(isAsked && may('policy:read'));
  const productId = products.data?.find(({ slug }) => slug === PRODUCT)?.id;
  if (!isAsked || !may('product:check') || productId === undefined) return null;
  return (
    <Panel title="A query with this consent">
      <Check productId={productId} consentId={consent.consent_id} networkId={networkId} />
    </Panel>
  );
}

interface CheckProps {
  readonly productId: string;
  readonly consentId: string;
  readonly networkId: string;
}

function Check({ productId, consentId, networkId }: CheckProps) {
  const body = { product_id: productId, network_ids: [networkId], consent_id: consentId };
  const check = useRead('checkCoverage', { body }, { staleTime: 0 });
  const { error } = check;
  if (error instanceof NdxError && ENDED.includes(error.reason)) {
    return (
      <Notice color="teal" title="A KYB query is refused">
        {error.detail}
      </Notice>
    );
  }
  return (
    <Loaded query={check}>
      {() => <Text size="sm">The server does not refuse a KYB query with it.</Text>}
    </Loaded>
  );
}
