import { eachItem, type NdxClient } from '@ndx/client';
import { collected } from './collected.js';

/** The names of the institutions of a network, by entity id. */
export async function participantNames(
  ndx: NdxClient,
  network_id: string,
): Promise<ReadonlyMap<string, string>> {
  const path = { network_id };
  const institutions = await collected(eachItem(ndx.listParticipants, { path, query: {} }));
  return new Map(institutions.map(({ entity_id, name }) => [entity_id, name]));
}
