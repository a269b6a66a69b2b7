import type { NdxClient, Network } from '@ndx/client';
import { networkOf } from './network-option.js';
import { connect } from './session.js';

type Change = Parameters<NdxClient['changeNetwork']>[0]['body'];

interface Options {
  readonly network?: string | undefined;
  readonly expectedRevision?: number | undefined;
}

/** The terms of a network, after the change if there is one. */
export async function networkTerms(
  { network, expectedRevision }: Options,
  change: Change | undefined,
): Promise<Network> {
  const ndx = await connect();
  const expected = expectedRevision !== undefined && { expected_revision: expectedRevision };
  const path = { network_id: await networkOf(ndx, network) };
  const { data } =
    change === undefined
      ? await ndx.readNetwork({ path })
      : await ndx.changeNetwork({ path, body: { ...change, ...expected } });
  return data;
}
