import { listSigningKeys, type AnswerOf } from '@ndx/api';
import type { Principal } from '@ndx/contracts';
import {
  consistencyProof,
  formatVerifierKey,
  nodesFromTiles,
  parseCheckpoint,
  parseNote,
  parseVerifierKey,
  tilePath,
  treeRoot,
  verifiedSignatures,
  verifierKey,
  verifyConsistency,
  type Checkpoint,
  type Tile,
  type VerifierKey,
} from '@ndx/proof';
import { startWitnessed } from '@ndx/proof/testing';
import { eventually } from '@ndx/testing';
import { useStarted } from '@ndx/testing/use-started';
import { expect, test } from '@jest/globals';
import { startEntityService } from '../testing/entity-service.js';
import { foundNetwork, joinInstitution } from '../testing/participants.js';

const started = useStarted(() => startWitnessed(startEntityService));

test('a member follows the witnessed log of its network with its tiles', async () => {
  const { witness, service } = started;
  const { networkId, governor } = await foundNetwork(service);
  const member = await joinInstitution(service, governor, networkId, 'querier');
  const log = logOf(member, networkId);
  const key = await log.key();
  witness.know(formatVerifierKey(key));
  await log.setWitnesses(governor, witness.verifierKey);

  const first = await eventually(() => log.witnessed(key));
  const root = await treeRoot(nodesFromTiles(log.tile, first.size), first.size);
  expect(root).toEqual(first.root);

  await joinInstitution(service, governor, networkId, 'furnisher');
  const next = await eventually(async () => {
    const checkpoint = await log.witnessed(key);
    expect(checkpoint.size).toBeGreaterThan(first.size);
    return checkpoint;
  });
  const proof = await consistencyProof(nodesFromTiles(log.tile, next.size), first.size, next.size);
  const claim = { oldSize: first.size, oldRoot: first.root, size: next.size, root: next.root };
  expect(verifyConsistency({ ...claim, proof })).toBe(true);
  expect(witness.cosigned.get(next.origin)).toEqual(next);
});

function logOf(caller: Principal, networkId: string) {
  const { witness, service } = started;
  const path = `/v1/networks/${networkId}/logs/entity`;
  const read = (name: string) => service.send(caller, 'GET', `${path}/${name}`);
  const note = async () => {
    const answer = await read('checkpoint');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    return parseNote(await answer.text());
  };
  return {
    /** The key of the log, by its name. */
    key: async (): Promise<VerifierKey> => {
      const { body } = await service.call<AnswerOf<typeof listSigningKeys>>(
        'gateway',
        'POST',
        listSigningKeys.path,
      );
      const { origin } = parseCheckpoint((await eventually(note)).text);
      const published = body.keys.find(({ purpose }) => purpose === 'checkpoints');
      return verifierKey(origin, 'ed25519', Buffer.from(published?.x ?? '', 'base64url'));
    },
    setWitnesses: (by: Principal, ...keys: readonly string[]) =>
      service.call(by, 'PUT', `/v1/networks/${networkId}/witnesses`, {
        witnesses: keys.map((verifier_key) => ({ verifier_key, url: witness.url })),
      }),
    /** The checkpoint, signed by the log and its witness. */
    witnessed: async (key: VerifierKey): Promise<Checkpoint> => {
      const signed = await note();
      const keys = [key, parseVerifierKey(witness.verifierKey)];
      expect(verifiedSignatures(signed, keys)).toHaveLength(2);
      return parseCheckpoint(signed.text);
    },
    tile: async (tile: Tile) => {
      const answer = await read(tilePath(tile));
      expect(answer.status).toBe(200);
      return new Uint8Array(await answer.arrayBuffer());
    },
  };
}
