import { readFile, stat } from 'node:fs/promises';
import { Command } from '@commander-js/extra-typings';
import {
  CannotIsolate,
  InvalidRelianceFile,
  verifyRelianceFile,
  type KnownKeys,
  type VerifiedFile,
  type WitnessedCheckpoint,
} from '@ndx/proof';
import { CliError } from '../cli-error.js';
import { witnessKeys } from '../option-values.js';
import { members, print, table, type OutputOptions } from '../output.js';
import { PeriodFolder } from '../period/period-folder.js';
import { verifyFolder, type Finding } from '../period/verify-folder.js';

export const verify = new Command('verify')
  .description('verifies a reliance file, or an exported period, without network and account')
  .argument('<file>', 'a file of ndx evidence --file, or a folder of ndx evidence --for')
  .option('--keys <file>', 'a saved copy of /.well-known/ndx-keys, in place of the one in the file')
  .option('--witness <key>', 'verifier key of a witness, name+id+key; repeatable', witnessKeys, [])
  .option('--json', 'prints JSON')
  .action(async (path, options) => {
    const published = options.keys === undefined ? undefined : await readFile(options.keys);
    const known = { published, witnesses: options.witness };
    try {
      if ((await stat(path)).isDirectory()) {
        await verifyPeriod(new PeriodFolder(path), known, options);
        return;
      }
      print(shownOf(await verifyRelianceFile(await readFile(path), known)), options, members);
    } catch (error) {
      if (options.json && error instanceof InvalidRelianceFile) {
        print({ verdict: 'rejected', code: error.code, member: error.member }, options, members);
      }
      throw refusalOf(error);
    }
  });

/** @throws CliError when the folder does not prove its period */
async function verifyPeriod(
  folder: PeriodFolder,
  known: KnownKeys,
  options: OutputOptions,
): Promise<void> {
  const { findings, verified } = await verifyFolder(folder, known);
  if (verified) {
    print({ verdict: 'verified', ...verified }, options, members);
    return;
  }
  print({ verdict: 'rejected', findings }, options, findingsText);
  const one = findings.length === 1;
  throw new CliError(
    'unverified',
    `${findings.length} ${one ? 'fault' : 'faults'} in ${folder.path}`,
    {
      hint: 'The folder does not prove the period. Export it again: what is intact is kept.',
    },
  );
}

function findingsText({ findings }: { readonly findings: readonly Finding[] }): string {
  const rows = findings.map(({ file, code, member }) => [file, code, member]);
  return table(['FILE', 'CODE', 'MEMBER'], rows, '');
}

function shownOf({ manifest, kid, assembly, checkpoints, members: files }: VerifiedFile) {
  return {
    verdict: 'verified',
    query_event_id: manifest.query_event_id,
    reader: manifest.reader.kind,
    reader_entity_id: manifest.reader.entity_id,
    members: files.size,
    kid,
    assembly_version: manifest.assembly_version ?? null,
    assembly_sha256: assembly ?? null,
    logs: checkpoints.map(logText).join(', '),
  };
}

function logText({ origin, size, witnesses: known, unchecked }: WitnessedCheckpoint): string {
  const confirmed = known.map(({ name, at }) => `; ${name} confirmed at ${at.toISOString()}`);
  const others = unchecked.map((name) => `; ${name} not checked`);
  return `${origin} (${size}${[...confirmed, ...others].join('')})`;
}

function refusalOf(error: unknown): unknown {
  if (error instanceof InvalidRelianceFile) {
    return new CliError('unverified', `${error.code}: ${error.message}`, {
      hint: 'The file proves nothing. Request it again from the institution or the system.',
      cause: error,
    });
  }
  if (error instanceof CannotIsolate) {
    return new CliError('failed', error.message, {
      hint: 'Repeat the command with a newer Node.',
      cause: error,
    });
  }
  return error;
}
