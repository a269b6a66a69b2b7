import { Stack } from '@mantine/core';
import type { NoticeEndpoint } from '@ndx/client';
import { useNames } from '../parts/names.js';
import { useProducts } from '../parts/use-products.js';
import { Facts, Id, Moment } from '../parts/values.js';
import { inWords } from '../parts/words.js';
import { useSession } from '../session/session.js';
import { EndpointState } from './endpoint-state.js';
import { addressInWords, filterInWords, kindsInWords, windowInWords } from './endpoint-terms.js';
import { ALGORITHM_WORDS } from './signature-words.js';

/** The terms of an endpoint, and what verifies its webhooks. */
export function EndpointFacts({ endpoint }: { readonly endpoint: NoticeEndpoint }) {
  const { may } = useSession();
  const { data: products = [] } = useProducts(may('policy:read'));
  const { network_ids: networks, public_keys: keys } = endpoint;
  const { previous_secret_expires_at: until } = endpoint;
  const nameOf = useNames(networks ?? []);
  const productOf = (id: string) => {
    const slug = products.find((product) => product.id === id)?.slug;
    return slug === undefined ? `…${id.slice(-12)}` : inWords(slug);
  };
  return (
    <Facts
      facts={[
        ['Address of the receiver', <Address url={endpoint.url} />],
        ['State', <EndpointState endpoint={endpoint} />],
        ['Networks', filterInWords(networks, nameOf, 'All networks')],
        ['Products', filterInWords(endpoint.product_ids, productOf, 'All products')],
        ['Kinds', kindsInWords(endpoint.kinds)],
        ['Notices about an answer end after', windowInWords(endpoint.window_days)],
        ['Note', endpoint.description],
        ['Signature', ALGORITHM_WORDS[endpoint.algorithm]],
        ['Public keys', keys.length === 0 ? null : <PublicKeys keys={keys} />],
        ['The previous secret ends', until === null ? null : <Moment at={until} />],
        ['Created', <Moment at={endpoint.created_at} />],
        ['Id', <Id value={endpoint.endpoint_id} />],
      ]}
    />
  );
}

function Address({ url }: Pick<NoticeEndpoint, 'url'>) {
  return <span style={{ overflowWrap: 'anywhere' }}>{addressInWords(url)}</span>;
}

function PublicKeys({ keys }: { readonly keys: readonly string[] }) {
  return (
    <Stack gap={2}>
      {keys.map((key) => (
        <Id key={key} value={key} whole />
      ))}
    </Stack>
  );
}
