import { expect, describe, test } from '@jest/globals';
import { OPERATIONS } from '@ndx/api';
import type { Exchange } from '../harness/exchange.js';
import { InterfaceDocument, type Operation } from '../harness/interface-document.js';
import { LinearWork } from '../harness/linear-work.js';
import { anOwnNetwork } from '../harness/own-network.js';
import { placesOf } from '../harness/request-places.js';

const TIMEOUT_MS = 1_200_000;
/** Each place gets one kind of text out of so many, in turn, so that each service gets them all. */
const SHARE = 3;

/** The work of each process grows with the bytes of a request, wherever they are (decision 0067). */
export function linearWorkSuite(exchange: () => Exchange): void {
  describe('a request of the largest size', () => {
    test(
      'costs each process at most 2.5 times as much as one of half the size, at every place',
      async () => {
        const { operations } = await InterfaceDocument.read();
        const { member, knownIds } = await anOwnNetwork(exchange());
        const work = new LinearWork(exchange(), member);
        for (const [index, [place, operation]] of placesIn(operations, knownIds).entries()) {
          const kinds = Object.keys(place.kinds).filter((_, at) => (at + index) % SHARE === 0);
          for (const kind of kinds) await work.check(operation, place, kind);
        }
        process.stdout.write(`${work.summary}\n`);
        expect(work.faults).toEqual([]);
      },
      TIMEOUT_MS,
    );
  });
}

type Places = readonly (readonly [ReturnType<typeof placesOf>[number], Operation])[];

/** One place of each kind that a service reads, changes of memberships last. */
function placesIn(operations: readonly Operation[], ids: Parameters<typeof placesOf>[1]): Places {
  const all = operations.flatMap((operation) =>
    placesOf(operation, ids).map((place) => {
      const key = `${serviceOf(operation)} ${place.reader}`;
      return [key, [place, operation]] as const;
    }),
  );
  const isMembership = ({ path }: Operation) => path.includes('/memberships/');
  const first = new Map(all.toReversed());
  return [...first.values()].toSorted(
    ([, one], [, other]) => Number(isMembership(one)) - Number(isMembership(other)),
  );
}

function serviceOf({ method, path }: Operation): string {
  const declared = OPERATIONS.find((each) => each.method === method && each.path === path);
  return declared?.service ?? '';
}
