import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerSigner } from './index.js';
import { aFileKey } from './testing/reliance-file.js';
import { interop, whyNoInterop } from './testing/interop.js';

const vectors = (file: string): unknown =>
  JSON.parse(readFileSync(join(process.cwd(), 'src', 'testing', file), 'utf8'));

/** In CI every toolchain is there, so that a missing one is a failure. */
const missing = process.env['CI'] === 'true' ? undefined : whyNoInterop();

(missing === undefined ? describe : describe.skip)(`the vectors${missing ?? ''}`, () => {
  it('are what golang.org/x/mod/sumdb prints', async () => {
    expect(JSON.parse(await interop.go(['vectors']))).toEqual(vectors('go-vectors.json'));
  }, 600_000);

  it('are what aics-tlog prints', async () => {
    const printed: unknown = JSON.parse(await interop.python('vectors.py', []));
    expect(printed).toEqual(vectors('python-vectors.json'));
  }, 600_000);
});

(missing === undefined ? describe : describe.skip)(`a signed answer${missing ?? ''}`, () => {
  it('is verified by jwcrypto with the published keys', async () => {
    const key = aFileKey();
    const body = '{"name":"Müller & Söhne"}';
    const signature = answerSigner(key)(body, {
      queryEventId: 'an event',
      queryingEntityId: 'a bank',
      occurredAt: '2026-07-01T09:30:00.000Z',
    });
    const verify = (...args: readonly string[]) => interop.python('verify_answer.py', args);
    const keys = JSON.stringify({ keys: [aFileKey(8).jwk, key.jwk] });
    const claims = {
      ...{ query_event_id: 'an event', querying_entity_id: 'a bank' },
      ...{ occurred_at: '2026-07-01T09:30:00.000Z', is_body: true },
    };
    expect(JSON.parse(await verify(keys, signature, body))).toEqual(claims);
    expect(JSON.parse(await verify(keys, signature, '{}'))).toEqual({ ...claims, is_body: false });
    const forged = answerSigner({ ...aFileKey(8), kid: key.kid })(body, {
      ...{ queryEventId: 'an event', queryingEntityId: 'a bank', occurredAt: '' },
    });
    await expect(verify(keys, forged, body)).rejects.toThrow('InvalidJWSSignature');
  }, 600_000);
});
