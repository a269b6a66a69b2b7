import { expect, test } from '@jest/globals';
import { BusinessIdentified } from '@ndx/contracts';
import { useQueryService } from '../testing/use-query-service.js';
import { aWorld, type World } from '../testing/world.js';

const service = useQueryService();

const revision = ({ networkId, subjectId }: World, number: number, ...hashes: string[]) => ({
  network_id: networkId,
  business_id: subjectId,
  revision: number,
  match_hashes: hashes,
  merged_into: null,
});

async function known({ subjectId }: World) {
  const [row] = await service.sql<{ revision: number; match_hashes: string[] }>(
    'select revision, match_hashes from subject_copy where subject_id = $1',
    [subjectId],
  );
  const matches = await service.sql<{ match_hash: string }>(
    'select match_hash from subject_match where subject_id = $1 order by match_hash',
    [subjectId],
  );
  return { ...row, found: matches.map(({ match_hash }) => match_hash) };
}

test('a subject is found by the hashes of its newest event alone, also within a batch', async () => {
  const [first, second] = [aWorld(), aWorld()];
  await service.settle(
    BusinessIdentified,
    revision(first, 1, 'a', 'b'),
    revision(second, 1, 'x'),
    revision(first, 2, 'b', 'c'),
    revision(first, 3, 'c', 'd'),
  );

  expect(await known(first)).toEqual({ revision: 3, match_hashes: ['c', 'd'], found: ['c', 'd'] });
  expect(await known(second)).toEqual({ revision: 1, match_hashes: ['x'], found: ['x'] });
});

test('a late event changes nothing, also within a batch', async () => {
  const [late, other] = [aWorld(), aWorld()];
  await service.settle(BusinessIdentified, revision(late, 2, 'new'));

  await service.settle(
    BusinessIdentified,
    revision(other, 1, 'o'),
    revision(late, 1, 'old'),
    revision(late, 2, 'again'),
  );

  expect(await known(late)).toEqual({ revision: 2, match_hashes: ['new'], found: ['new'] });
  expect(await known(other)).toEqual({ revision: 1, match_hashes: ['o'], found: ['o'] });
});
