import { readFile, stat } from 'node:fs/promises';
import { Command } from '@commander-js/extra-typings';
import {
  CannotIsolate,
  InvalidRelianceFile,
  verifyRelianceFile,
  type VerifiedFile,
} from '@ndx/proof';
import { CliError } from '../cli-error.js';
import { members, print, table, type OutputOptions } from '../output.js';
import { PeriodFolder } from '../period/period-folder.js';
import { verifyFolder, type Finding } from '../period/verify-folder.js';

export const verify = new Command('verify')
  .description('verifies a reliance file, or an exported period, without network and account')
  .argument('<file>', 'a file of ndx evidence --file, or a folder of ndx evidence --for')
  .option('--keys <file>', 'a saved copy of /.well-known/ndx-keys, which must have the key')
  .option('--json', 'prints JSON')
  .action(async (path, options) => {
    const trusted = options.keys === undefined ? undefined : await readFile(options.keys);
    try {
      if ((await stat(path)).isDirectory()) {
        await verifyPeriod(new PeriodFolder(path), trusted, options);
        return;
      }
      print(shownOf(await verifyRelianceFile(await readFile(path), trusted)), options, members);
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
  trusted: Buffer | undefined,
  options: OutputOptions,
): Promise<void> {
  const { findings, verified } = await verifyFolder(folder, trusted);
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
    assembly_sha256: assembly ?? null,
    logs: checkpoints.map(({ origin, size }) => `${origin} (${size})`).join(', '),
  };
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
