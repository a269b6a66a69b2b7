import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
