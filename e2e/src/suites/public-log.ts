import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { PublishedKey } from '@ndx/api';
import {
  formatVerifierKey,
  parseCheckpoint,
  parseNote,
  verifierKey,
  type Checkpoint,
} from '@ndx/proof';
import { interop, startLitewitness, whyNoInterop, type Litewitness } from '@ndx/proof/testing';
import { eventually } from '@ndx/testing';
import { OPERATOR } from '@ndx/tools/network/demo-network';
import type { Exchange } from '../harness/exchange.js';
import { aNetwork, aParticipant, succeed, type Participant } from '../harness/participant.js';

const TIMEOUT_MS = 600_000;

/** In CI every toolchain is there, so that a missing one is a failure. */
const missing = process.env['CI'] === 'true' ? undefined : whyNoInterop();

/** The audit log of a network as programs of other authors read, verify and cosign it. */
export function publicLogSuite(exchange: () => Exchange): void {
  (missing === undefined ? describe : describe.skip)(`the public log (${missing ?? 'Go'})`, () => {
    const folder = mkdtempSync(join(tmpdir(), 'witness-'));
    let member: Participant;
    let witness: Litewitness;
    let log: { readonly url: string; readonly key: string };
    let first: string;

    beforeAll(async () => {
      const networkId = await aNetwork(exchange());
      member = await aParticipant(exchange(), networkId, 'querier');
      const url = `${exchange().url}/v1/networks/${networkId}/logs/entity`;
      log = { url, key: await keyOf(exchange(), await checkpointOf(url, member)) };
      const { witnessPort: port } = exchange();
      const seed = randomBytes(32).toString('hex');
      witness = await startLitewitness({ folder, port, seed });
      witness.know(log.key);
      await succeed(
        exchange()
          .as(OPERATOR)
          .put(`/v1/networks/${networkId}/witnesses`, {
            witnesses: [{ verifier_key: witness.verifierKey, url: witness.url }],
          }),
      );
    }, TIMEOUT_MS);

    afterAll(async () => {
      await witness.stop();
      rmSync(folder, { recursive: true });
    });

    test(
      'is cosigned by litewitness, and verified by clients in Go and Python',
      async () => {
        const environment = { TOKEN: await member.token() };
        const args = [log.url, log.key, witness.verifierKey];
        const printed = await eventually(() => interop.go(['client', ...args], environment));
        first = await (await get(log.url, member, 'checkpoint')).text();
        expect(JSON.parse(printed)).toMatchObject({ origin: headOf(first).origin });
        expect(JSON.parse(await interop.python('client.py', args, environment))).toMatchObject({
          origin: headOf(first).origin,
        });
      },
      TIMEOUT_MS,
    );

    test(
      'continues an earlier checkpoint, and its governor reads the entries',
      async () => {
        await aParticipant(exchange(), member.networkId, 'furnisher');
        const args = [log.url, log.key, witness.verifierKey];
        const environment = { TOKEN: await member.token(), OLD_CHECKPOINT: first };
        await eventually(async () => {
          const { size } = JSON.parse(await interop.go(['client', ...args], environment)) as {
            readonly size: number;
          };
          expect(size).toBeGreaterThan(headOf(first).size);
        });
        const governor = { TOKEN: await exchange().tokenOf(OPERATOR), ENTRIES: '1' };
        await interop.python('client.py', args, governor);
        const entries = await get(log.url, member, 'tile/entries/000.p/1');
        expect(entries.status).toBe(403);
      },
      TIMEOUT_MS,
    );
  });
}

const headOf = (note: string): Checkpoint => parseCheckpoint(parseNote(note).text);

async function checkpointOf(url: string, reader: Participant): Promise<Checkpoint> {
  return eventually(async () => {
    const answer = await get(url, reader, 'checkpoint');
    expect(answer.status).toBe(200);
    return headOf(await answer.text());
  });
}

async function get(url: string, { token }: Participant, name: string): Promise<Response> {
  return fetch(`${url}/${name}`, { headers: { authorization: `Bearer ${await token()}` } });
}

/** The verifier key of a log of entity, from the published keys. */
async function keyOf({ url }: Exchange, { origin }: Checkpoint): Promise<string> {
  const answer = await fetch(`${url}/.well-known/ndx-keys`);
  const { keys } = (await answer.json()) as { readonly keys: readonly PublishedKey[] };
  const key = keys.find(
    ({ service, purpose }) => service === 'entity' && purpose === 'checkpoints',
  );
  return formatVerifierKey(verifierKey(origin, 'ed25519', Buffer.from(key?.x ?? '', 'base64url')));
}
