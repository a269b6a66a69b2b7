import { listSigningKeys, type AnswerOf } from '@ndx/api';
import { newId, WitnessesChanged } from '@ndx/contracts';
import {
  formatVerifierKey,
  parseVerifierKey,
  verifierKey,
  verifyRelianceFile,
  type VerifiedFile,
} from '@ndx/proof';
import { startWitnessed } from '@ndx/proof/testing';
import { eventually } from '@ndx/testing';
import { useStarted } from '@ndx/testing/use-started';
import { expect, test } from '@jest/globals';
import { aVerifiedBusiness, queryCertificate } from '../testing/explained-business.js';
import { startQueryService } from '../testing/query-service.js';
import type { World } from '../testing/world.js';

const started = useStarted(() => startWitnessed(startQueryService));

test('a reliance file has the checkpoint that a witness of the network cosigned', async () => {
  const { witness, service } = started;
  const world = await aVerifiedBusiness(service);
  await service.deliver(WitnessesChanged, {
    network_id: world.networkId,
    entity_id: newId(),
    revision: 1,
    witnesses: [{ verifier_key: witness.verifierKey, url: witness.url }],
  });
  const reference = await queryCertificate(service, world);
  const { origin } = await checkpointIn(world, reference);
  witness.know(formatVerifierKey(await logKey(origin)));
  const { name } = parseVerifierKey(witness.verifierKey);
  await eventually(
    async () => {
      const { witnesses, unchecked } = await checkpointIn(world, reference);
      expect({ witnesses, unchecked }).toMatchObject({ witnesses: [{ name }], unchecked: [] });
    },
    { timeoutMs: 30_000 },
  );
});

/** The checkpoint of the file, once the log has the query. */
function checkpointIn({ principal }: World, reference: string) {
  const { witness, service } = started;
  return eventually(async () => {
    const path = `/v1/query-events/${reference}/reliance-file`;
    const answer = await service.send(principal, 'GET', path);
    const { checkpoints }: VerifiedFile = await verifyRelianceFile(
      Buffer.from(await answer.arrayBuffer()),
      { witnesses: [parseVerifierKey(witness.verifierKey)] },
    );
    const [checkpoint] = checkpoints;
    if (!checkpoint) throw new Error('the log does not have the query yet');
    return checkpoint;
  });
}

async function logKey(origin: string) {
  const { method, path } = listSigningKeys;
  const { body } = await started.service.call<AnswerOf<typeof listSigningKeys>>(
    'gateway',
    method,
    path,
  );
  const published = body.keys.find(({ purpose }) => purpose === 'checkpoints');
  return verifierKey(origin, 'ed25519', Buffer.from(published?.x ?? '', 'base64url'));
}
