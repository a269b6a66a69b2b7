import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Command, Option } from '@commander-js/extra-typings';
import type { NeverSource, PolicyAnswer, PolicyQuestion } from '@ndx/product-query/policy-test';
import { ANSWERED_YES, CliError } from '../cli-error.js';
import { wholeNumber } from '../option-values.js';
import { print, table } from '../output.js';
import {
  fileOf,
  isFurnishing,
  parseFile,
  type PolicyConfiguration,
} from '../policies/policy-file.js';
import { connect } from '../session.js';

/** Collects a repeated option. */
const repeated = (value: string, values: readonly string[] = []) => [...values, value];

export const ask = new Command('ask')
  .description(
    `answers a question about a policy by deciding each case that its rules distinguish, without a server for a file; the exit status is ${ANSWERED_YES} for yes`,
  )
  .argument('[file]', 'a policy file, as ndx policy pull writes it')
  .option('--policy <id>', 'the querying policy of this id instead of a file')
  .option(
    '--product <slug>',
    'slug of the product or template of a file; default: the first part of its name, or kyb_certificate',
  )
  .addOption(
    new Option(
      '--without-consent <section[.field]>',
      'can a member read the field, or any of the section, without a consent?',
    ).conflicts(['olderThan', 'neverSource']),
  )
  .addOption(
    new Option('--older-than <days>', 'can a record be issued that was verified before that?')
      .argParser(wholeNumber)
      .conflicts('neverSource'),
  )
  .option('--section <name>', 'with --older-than: a record of this section')
  .option('--never-source', 'which furnishers can never be the source of a section?')
  .option(
    '--furnisher <id>',
    'with --never-source: also checks this furnisher, which the policy need not list; repeatable',
    repeated,
  )
  .option('--save <file>', 'writes the counter-example as a test of the policy file')
  .option('--json', 'prints JSON')
  .action(async (file, { policy, product, save, json, ...asked }) => {
    const question = questionOf(asked);
    const name = file === undefined ? 'policy.json' : basename(file);
    const rules = await rulesOf(file, { policy, product });
    const answer = inFile(await answered(rules, question), name);
    if (save !== undefined && answer.world) {
      await writeFile(save, `${JSON.stringify(answer.world, null, 2)}\n`);
    }
    print(answer, { json }, answerText);
    if (answer.answer === 'yes') process.exitCode = ANSWERED_YES;
  });

/** The answer with a counter-example that names the file of the policy. */
function inFile(answer: PolicyAnswer, policy: string): PolicyAnswer {
  return answer.world ? { ...answer, world: { ...answer.world, policy } } : answer;
}

interface Asked {
  readonly withoutConsent?: string | undefined;
  readonly olderThan?: number | undefined;
  readonly section?: string | undefined;
  readonly neverSource?: boolean | undefined;
  readonly furnisher?: readonly string[] | undefined;
}

function questionOf(asked: Asked): PolicyQuestion {
  const { withoutConsent, olderThan, section, neverSource, furnisher = [] } = asked;
  const isOfAnother =
    (section !== undefined && olderThan === undefined) || (furnisher.length > 0 && !neverSource);
  if (isOfAnother) {
    throw new CliError('usage', '--section is for --older-than, --furnisher for --never-source', {
      hint: 'A section for --without-consent is a part of its value.',
    });
  }
  if (withoutConsent !== undefined) {
    const [name = '', ...field] = withoutConsent.split('.');
    const named = field.length === 0 ? undefined : field.join('.');
    return { kind: 'without_consent', section: name, field: named };
  }
  if (olderThan !== undefined) return { kind: 'older_than', days: olderThan, section };
  if (neverSource) return { kind: 'never_source', furnishers: furnisher };
  throw new CliError('usage', 'the question is missing', {
    hint: 'Give --without-consent, --older-than or --never-source.',
  });
}

interface Rules {
  readonly configuration: PolicyConfiguration;
  /** The slug or the id of its product or template. */
  readonly product: string;
}

async function rulesOf(
  file: string | undefined,
  {
    policy,
    product,
  }: { readonly policy: string | undefined; readonly product: string | undefined },
): Promise<Rules> {
  if ((file === undefined) === (policy === undefined)) {
    throw new CliError('usage', 'give either a policy file or --policy', {
      hint: 'ndx policy pull writes policy files; ndx policy list shows the ids.',
    });
  }
  if (file !== undefined) {
    const { productOfFile } = await import('@ndx/product-query/policy-test');
    const parsed = parseFile(file, await readFile(file, 'utf8'));
    if (isFurnishing(parsed)) {
      throw new CliError('invalid', `${file} is a furnishing policy, which answers no query`, {
        hint: 'Name the file of a querying policy.',
      });
    }
    return {
      configuration: parsed.configuration,
      product: product ?? productOfFile(basename(file)),
    };
  }
  if (product !== undefined) {
    throw new CliError('usage', '--product is for a file', {
      hint: 'The network knows the product of --policy.',
    });
  }
  const path = { policy_id: policy ?? '' };
  const { data } = await (await connect()).readQueryingPolicy({ path });
  return { configuration: fileOf(data).configuration, product: data.product_id };
}

async function answered(
  { configuration, product }: Rules,
  question: PolicyQuestion,
): Promise<PolicyAnswer> {
  // The decision is loaded by the commands that need it only.
  const { askPolicy, PolicyTestFault } = await import('@ndx/product-query/policy-test');
  try {
    return askPolicy(configuration, question, new Date().toISOString(), product);
  } catch (error) {
    if (!(error instanceof PolicyTestFault)) throw error;
    throw new CliError('invalid', error.message, {
      hint: 'Correct the question, the policy or --product.',
      cause: error,
    });
  }
}

function answerText({ sentence, enumerated, outside, world, never = [] }: PolicyAnswer): string {
  return [
    sentence,
    ...(never.length > 0 ? [neverTable(never)] : []),
    ...(world ? [JSON.stringify(world, null, 2)] : []),
    [
      `${enumerated.worlds} cases decided:`,
      ...enumerated.dimensions.map((dimension) => `- ${dimension}`),
      'Not considered:',
      ...outside.map((each) => `- ${each}`),
    ].join('\n'),
  ].join('\n\n');
}

function neverTable(never: readonly NeverSource[]): string {
  return table(
    ['FURNISHER', 'SECTION', 'RULE', 'ABOUT'],
    never.map(({ furnishing_entity_id: id, section, rule, member }) => [
      ...[id ?? '(any other)', section, rule, member],
    ]),
    '',
  );
}
