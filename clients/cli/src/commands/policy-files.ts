import { Command } from '@commander-js/extra-typings';
import { eachItem, type NdxClient, type QueryingPolicyDraft } from '@ndx/client';
import { collected } from '../collected.js';
import { networkOf } from '../network-option.js';
import { print, table } from '../output.js';
import { applyChange, type AppliedChange } from '../policies/apply-change.js';
import { carriedTests, testFilesOf } from '../policies/carried-tests.js';
import { ownDraft } from '../policies/open-draft.js';
import { plannedChanges, UNCHANGED } from '../policies/planned-changes.js';
import { fileOf } from '../policies/policy-file.js';
import { fileNameOf, PolicyFolder, type StoredPolicy } from '../policies/policy-folder.js';
import {
  requirePassed,
  runPolicyTests,
  testsIn,
  type FolderTest,
} from '../policies/policy-tests.js';
import { policyFileSchema, type OpenApiDocument } from '../policies/policy-schema.js';
import { connect } from '../session.js';
import { summaryText } from '../summary-text.js';

export const pull = new Command('pull')
  .description(
    'writes files of the querying policies of the network and of the tests that they carry, with JSON schemas',
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
    const stored: StoredPolicy[] = await folder.policies();
    const tests = [...(await testsIn(folder))];
    const { data: products } = await ndx.listProducts();
    const { data: document } = await ndx.request({ method: 'GET', path: '/openapi.json' });
    const { policyTestSchema } = await import('@ndx/product-query/policy-test');
    await folder.writeSchemas(policyFileSchema(document as OpenApiDocument), policyTestSchema());
    const policies = await collected(eachItem(ndx.listQueryingPolicies, { query }));
    const files = policies.map((policy) => {
      const slug = products.find(({ id }) => id === policy.product_id)?.slug ?? policy.product_id;
      const file = { name: fileNameOf(policy, slug, stored), file: fileOf(policy) };
      stored.push(file);
      return file;
    });
    const pulled: PulledPolicy[] = [];
    for (const file of files) pulled.push(await writeFiles(ndx, { folder, tests }, file));
    print(pulled, options, (all) =>
      table(
        ['FILE', 'NAME', 'VERSION', 'STATUS', 'TESTS'],
        all.map(({ name, file: { version, configuration }, tests }) => [
          ...[name, configuration.name, version, configuration.status, tests.length],
        ]),
        'The network has no querying policy.',
      ),
    );
  });

interface PulledPolicy extends StoredPolicy {
  /** The files of the tests that it carries. */
  readonly tests: readonly string[];
}

/** A folder, and the tests that are in it so far. */
interface FilledFolder {
  readonly folder: PolicyFolder;
  readonly tests: FolderTest[];
}

/** Writes the file of a policy, and those of the tests that it carries. */
async function writeFiles(
  ndx: NdxClient,
  { folder, tests }: FilledFolder,
  policy: StoredPolicy,
): Promise<PulledPolicy> {
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
    const changes = await plannedChanges(ndx, folder);
    requirePassed(changes.flatMap(({ carried }) => carried));
    // Before the first change is saved: a draft of another account leaves all policies as they are.
    const replaced = new Map<string, QueryingPolicyDraft | undefined>();
    for (const { name, file, changesPolicy } of changes) {
      if (changesPolicy) replaced.set(name, await ownDraft(ndx, name, file.policy_id));
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
    print(applied, options, appliedText);
  });

function appliedText(applied: readonly AppliedChange[]): string {
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
      `${file}: another account reads this summary and approves the draft: ndx policy draft approve ${policy_id}; then apply again`,
    ]),
  ].join('\n');
}
