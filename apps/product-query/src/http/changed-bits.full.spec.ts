import { QueryingPolicySaved, type Principal } from '@ndx/contracts';
import { openRelianceFile } from '@ndx/proof';
import { placesIn, storedAgain, verdictOn, withBit } from '@ndx/proof/testing';
import { member } from '@ndx/service/testing';
import { eventually } from '@ndx/testing';
import { expect, test } from '@jest/globals';
import { aDemand, aVerifiedBusiness, queryCertificate } from '../testing/explained-business.js';
import { aConsumer, anOwner, ASSETS } from '../testing/template-worlds.js';
import { useQueryService } from '../testing/use-query-service.js';
import type { World } from '../testing/world.js';

const service = useQueryService();

/** `FILES=10000 CHANGES=1000000` is the long run; the default takes about 20 s. */
const FILES = Number(process.env['FILES'] ?? 100);
const CHANGES = Number(process.env['CHANGES'] ?? 10_000);
const BATCH = 10;
const TIMEOUT_MS = 24 * 3_600_000;

/** A query and an institution that reads a file about it. */
interface Reading {
  readonly reader: Principal;
  readonly path: string;
}

/** The signature is over the manifest, and with a key of the file: another one may be named. */
const SIGNED_TOGETHER = ['manifest.json', 'manifest.jws', 'keys.json'];

test(
  'every change of a bit of a file is detected, and its member named',
  async () => {
    const ask = await queries();
    const survivors: unknown[] = [];
    const done = { files: 0, bytes: 0, changes: 0 };
    for (let made = 0; made < FILES; made += BATCH) {
      const readings = await Promise.all(Array.from({ length: BATCH }, (_, n) => ask(made + n)));
      for (const reading of readings) {
        const file = await logged(reading);
        done.files += 1;
        done.bytes += file.length;
        const changes = Math.round((CHANGES * done.files) / FILES) - done.changes;
        survivors.push(...(await survivorsOf(file, changes)));
        done.changes += changes;
      }
      if (done.files % 500 === 0) process.stderr.write(`${JSON.stringify(done)}\n`);
    }
    expect(survivors).toEqual([]);
    expect(done).toMatchObject({ changes: CHANGES });
  },
  TIMEOUT_MS,
);

/** Random changes that are not detected, or in whose verdict another member is named. */
async function survivorsOf(file: Buffer, changes: number): Promise<unknown[]> {
  const places = placesIn(openRelianceFile(file));
  const survivors: unknown[] = [];
  for (let n = 0; n < changes; n += 1) {
    const bit = Math.floor(Math.random() * file.length * 8);
    const place = places.find(({ start, end }) => start <= bit >> 3 && bit >> 3 < end);
    const changed = withBit(file, bit);
    // A ZIP that fits has other checksums: then digests and signature alone detect the change.
    const isStoredAgain = place !== undefined && n % 2 === 1;
    const found = await verdictOn(isStoredAgain ? storedAgain(changed, places) : changed);
    const named =
      place === undefined || (isStoredAgain && SIGNED_TOGETHER.includes(place.path))
        ? found.member
        : place.path;
    if (found.code === 'verified' || found.member !== named) {
      survivors.push({ bit, isStoredAgain, place, found });
    }
  }
  return survivors;
}

/** The file once the log has the query; a furnisher's has no entry. */
function logged({ reader, path }: Reading): Promise<Buffer> {
  return eventually(async () => {
    const answer = await service.send(reader, 'GET', path);
    const file = Buffer.from(await answer.arrayBuffer());
    if (answer.status !== 200) throw new Error(`${path}: ${file.toString()}`);
    const { checkpoints, manifest } = openRelianceFile(file);
    expect(manifest.reader.kind === 'furnisher' || checkpoints.length > 0).toBe(true);
    return file;
  });
}

/** Queries with and without a result, and the readers of each, in turn. */
async function queries(): Promise<(n: number) => Promise<Reading>> {
  const business = await aVerifiedBusiness(service);
  const unattested = await aVerifiedBusiness(service);
  await service.deliver(QueryingPolicySaved, aDemand(unattested, { attestation_required: true }));
  const owner = await anOwner(service);
  const nobody = await aConsumer(service);
  const asset = async (consumer: typeof owner) => String((await consumer.query(ASSETS)).reference);
  const kinds = [
    { world: business, query: () => queryCertificate(service, business) },
    { world: owner.world, query: () => asset(owner) },
    { world: nobody.world, query: () => asset(nobody) },
    { world: unattested, query: () => queryCertificate(service, unattested) },
  ];
  return async (n) => {
    const { world, query } = kinds[n % kinds.length] ?? { world: business, query: () => '' };
    const reference = await query();
    const readings = readingsOf(world, reference);
    const hasRecords = n % kinds.length < 2;
    const reading = readings[Math.floor(n / kinds.length) % (hasRecords ? 3 : 2)];
    if (!reading) throw new Error('every query has a reader');
    return reading;
  };
}

function readingsOf({ principal, networkId, furnisherId }: World, id: string): readonly Reading[] {
  const file = `/v1/query-events/${id}/reliance-file`;
  const furnisher = { ...member(networkId, 'furnisher'), entity_id: furnisherId };
  return [
    { reader: principal, path: file },
    { reader: member(networkId, 'governor'), path: file },
    { reader: furnisher, path: `/v1/record-uses/${id}/reliance-file` },
  ];
}
