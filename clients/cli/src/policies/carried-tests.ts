import { isDeepStrictEqual } from 'node:util';
import { NdxError, type NdxClient, type QueryingPolicyTest } from '@ndx/client';
import { CliError } from '../cli-error.js';
import { testFileFor, type StoredPolicy } from './policy-folder.js';
import type { FolderTest } from './policy-tests.js';

/** A test of a folder that its policy does not carry, or carries otherwise. */
export interface PlannedTest {
  readonly file: string;
  readonly name: string;
  readonly change: 'added' | 'changed';
  /** As the policy shall carry it. */
  readonly test: Readonly<Record<string, unknown>>;
}

type CarriedTest = Pick<QueryingPolicyTest, 'name' | 'test'>;

/** The tests that a policy carries; none for a reader who may not govern its network. */
export async function carriedTests(
  ndx: NdxClient,
  policy_id: string,
): Promise<readonly CarriedTest[]> {
  try {
    const { data } = await ndx.listQueryingPolicyTests({ path: { policy_id } });
    return data.tests;
  } catch (error) {
    if (error instanceof NdxError && error.status === 403) return [];
    throw error;
  }
}

/**
 * The tests of a folder that its policy shall carry from now on.
 * @param own those of the policy
 * @throws CliError (invalid) for two tests of one name
 */
export function plannedTests(
  { file: { policy_id } }: StoredPolicy,
  own: readonly FolderTest[],
  carried: readonly CarriedTest[],
): readonly PlannedTest[] {
  return own.flatMap(({ file, test: { name, ...rest } }) => {
    const first = own.find(({ test }) => test.name === name);
    if (first && first.file !== file) throw sameName(name, [first.file, file]);
    const members = Object.entries({ name, ...rest, policy: policy_id });
    const test = Object.fromEntries(members.filter(([member]) => member !== '$schema'));
    const known = carried.find((each) => each.name === name);
    if (known && isDeepStrictEqual(known.test, test)) return [];
    return [{ file, name, change: known ? 'changed' : 'added', test }];
  });
}

/** The tests of the policy that are not in the folder. */
export function onlyCarried(
  carried: readonly CarriedTest[],
  own: readonly FolderTest[],
): readonly CarriedTest[] {
  return carried.filter(({ name }) => own.every(({ test }) => test.name !== name));
}

/** The tests that a policy carries as files of its folder: each replaces the one of its name. */
export function testFilesOf(
  { name: policy }: StoredPolicy,
  carried: readonly CarriedTest[],
  inFolder: readonly FolderTest[],
): readonly FolderTest[] {
  const taken = new Set(inFolder.map(({ file }) => file));
  return carried.map(({ name, test }) => {
    const own = inFolder.find((each) => each.test.policy === policy && each.test.name === name);
    const file = own?.file ?? testFileFor(name, taken);
    taken.add(file);
    // The server has checked the test.
    return { file, test: { ...test, policy } as FolderTest['test'] };
  });
}

function sameName(name: string, files: readonly string[]): CliError {
  return new CliError('invalid', `${files.join(' and ')} are tests "${name}" of one policy`, {
    hint: 'Rename one of the tests; a policy carries one of each name.',
  });
}
