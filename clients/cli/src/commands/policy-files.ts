import { Command } from '@commander-js/extra-typings';
import {
  eachItem,
  type FurnishingPolicy,
  type FurnishingPolicyDraft,
  type NdxClient,
  type QueryingPolicyDraft,
} from '@ndx/client';
import { collected } from '../collected.js';
import { networkOf } from '../network-option.js';
import { print, table } from '../output.js';
import { applyChange, type AppliedChange } from '../policies/apply-change.js';
import { applyFurnishing } from '../policies/apply-furnishing.js';
import { carriedTests, testFilesOf } from '../policies/carried-tests.js';
import { ownDraft } from '../policies/open-draft.js';
import { plannedChanges, requirePolicy, UNCHANGED } from '../policies/planned-changes.js';
import { plannedFurnishing } from '../policies/planned-furnishing.js';
import { fileOf, furnishingFileOf, type AnyFile } from '../policies/policy-file.js';
import { fileNameOf, PolicyFolder, type StoredPolicy } from '../policies/policy-folder.js';
import {
  requirePassed,
  runPolicyTests,
  testsIn,
  type FolderTest,
} from '../policies/policy-tests.js';
import { policyFileSchemas, type OpenApiDocument } from '../policies/policy-schema.js';
import { connect } from '../session.js';
import { summaryText } from '../summary-text.js';

export const pull = new Command('pull')
  .description(
    'writes files of the policies of the network and of the tests that they carry, with JSON schemas',
  )
  .argument('<directory>')
  .option('--network <id>', 'id or name of the network')
  .option('--json', 'prints JSON')
  .action(async (directory, { network, ...options }) => {
    const ndx = await connect();
    const query = { network_id: await networkOf(ndx, network) };
    const folder = new PolicyFolder(directory);
    await folder.create();
    // Before the first file is written: one with a mistake leaves the folder as it is.
    const stored = await folder.all();
    const tests = [...(await testsIn(folder))];
    const { data: products } = await ndx.listProducts();
    const { data: document } = await ndx.request({ method: 'GET', path: '/openapi.json' });
    const { policyTestSchema } = await import('@ndx/product-query/policy-test');
    await folder.writeSchemas(policyFileSchemas(document as OpenApiDocument), policyTestSchema());
    const policies = await collected(eachItem(ndx.listQueryingPolicies, { query }));
    const furnishing = await collected(eachItem(ndx.listFurnishingPolicies, { query }));
    const slugOf = ({ product_id }: { readonly product_id: string }) =>
      products.find(({ id }) => id === product_id)?.slug ?? product_id;
    const files = policies.map((policy) => {
      const { id, name: policy_name } = policy;
      const name = fileNameOf({ ids: [id], name: policy_name }, slugOf(policy), stored);
      const file = { name, file: fileOf(policy) };
      stored.push(file);
      return { policy_name, ...file };
    });
    const furnishingFiles = namesOf(furnishing).map(({ policy, former }) => {
      const { name: policy_name } = policy;
      const ids = [policy.id, ...former.map(({ id }) => id)] as const;
      const slug = `${slugOf(policy)}.furnishing`;
      const file = {
        name: fileNameOf({ ids, name: policy_name }, slug, stored),
        file: furnishingFileOf(policy),
      };
      stored.push(file);
      return { policy_name, ...file, tests: [] };
    });
    const pulled: PulledPolicy[] = [];
    for (const { policy_name, ...file } of files) {
      pulled.push({ policy_name, ...(await writeFiles(ndx, { folder, tests }, file)) });
    }
    for (const file of furnishingFiles) await folder.write(file);
    print([...pulled, ...furnishingFiles], options, (all) =>
      table(
        ['FILE', 'NAME', 'VERSION', 'STATUS', 'TESTS'],
        all.map(({ name, policy_name, file: { version, configuration }, tests }) => [
          ...[name, policy_name, version, configuration.status ?? 'draft', tests.length],
        ]),
        'The network has no policy.',
      ),
    );
  });

/** The versions of each furnishing policy, which have one name in a product, newest first. */
function namesOf(policies: readonly FurnishingPolicy[]) {
  const sorted = policies.toSorted((one, other) => other.version - one.version);
  const isSame = (one: FurnishingPolicy, other: FurnishingPolicy) =>
    one.product_id === other.product_id && one.name === other.name;
  const newest = sorted.filter((one) => sorted.find((other) => isSame(one, other)) === one);
  return newest.map((policy) => ({
    policy,
    former: sorted.filter((other) => other !== policy && isSame(policy, other)),
  }));
}

interface PulledPolicy extends StoredPolicy<AnyFile> {
  readonly policy_name: string;
  /** The files of the tests that it carries. */
  readonly tests: readonly string[];
}

/** A folder, and the tests that are in it so far. */
interface FilledFolder {
  readonly folder: PolicyFolder;
  readonly tests: FolderTest[];
}

/** Writes the file of a policy, and those of the tests that it carries. */
async function writeFiles(ndx: NdxClient, { folder, tests }: FilledFolder, policy: StoredPolicy) {
  const carried = await carriedTests(ndx, policy.file.policy_id);
  const written = testFilesOf(policy, carried, tests);
  await folder.write(policy);
  for (const { file, test } of written) await folder.writeTest(file, test);
  tests.push(...written);
  return { ...policy, tests: written.map(({ file }) => file) };
}

export const apply = new Command('apply')
  .description('saves and publishes the files that change their policy, and their tests')
  .argument('<directory>')
  .option('--comment <text>', 'why, for the other governors')
  .option('--json', 'prints JSON')
  .action(async (directory, { comment, ...options }) => {
    const folder = new PolicyFolder(directory);
    requirePassed(await runPolicyTests(folder));
    const ndx = await connect();
    await requirePolicy(folder);
    const changes = await plannedChanges(ndx, folder);
    const furnishing = await plannedFurnishing(ndx, folder);
    requirePassed(changes.flatMap(({ carried }) => carried));
    // Before the first change is saved: a draft of another account leaves all policies as they are.
    const replaced = new Map<string, QueryingPolicyDraft | undefined>();
    for (const change of changes) {
      if (change.changesPolicy) replaced.set(change.name, await ownDraft(ndx, 'Querying', change));
    }
    const replacedFurnishing = new Map<string, FurnishingPolicyDraft | undefined>();
    for (const change of furnishing) {
      replacedFurnishing.set(change.name, await ownDraft(ndx, 'Furnishing', change));
    }
    const applied: AppliedChange[] = [];
    for (const change of changes) {
      const result = await applyChange(ndx, change, {
        replaced: replaced.get(change.name),
        comment,
      });
      applied.push(result);
      const file = { ...change.file, version: result.version };
      if (result.digest === null) await folder.write({ name: change.name, file });
    }
    for (const change of furnishing) {
      const { name } = change;
      const result = await applyFurnishing(ndx, change, {
        replaced: replacedFurnishing.get(name),
        comment,
      });
      applied.push(result.applied);
      if (result.policy) await folder.write({ name, file: furnishingFileOf(result.policy) });
    }
    const furnished = new Set(furnishing.map(({ name }) => name));
    print(applied, options, (all) => appliedText(all, furnished));
  });

/** @param furnishing the files of furnishing policies */
function appliedText(applied: readonly AppliedChange[], furnishing: ReadonlySet<string>): string {
  const waiting = applied.filter(({ digest }) => digest !== null);
  return [
    table(
      ['FILE', 'STATE', 'VERSION'],
      applied.map(({ file, state, version }) => [file, state, version]),
      UNCHANGED,
    ),
    ...applied.flatMap(({ tests }) => tests.map((test) => `${test}: the policy carries this test`)),
    ...waiting.flatMap(({ file, policy_id, submission }) => [
      ...(submission ? ['', `${file}: ${summaryText(submission.summary)}`, ''] : []),
      `${file}: another account reads this summary and approves the draft: ndx policy draft approve ${policy_id}${furnishing.has(file) ? ' --furnishing' : ''}; then apply again`,
    ]),
  ].join('\n');
}
