import {
  Command,
  CommanderError,
  Option,
  type CommandUnknownOpts,
} from '@commander-js/extra-typings';
import { assembleHere, isAssemblyProcess } from '@ndx/proof';
import { api } from './commands/api.js';
import { attest } from './commands/attest.js';
import { attestations } from './commands/attestations.js';
import { audit } from './commands/audit.js';
import { clients } from './commands/clients.js';
import { members } from './commands/members.js';
import { completion } from './commands/completion.js';
import { certificates } from './commands/certificates.js';
import { conflicts } from './commands/conflicts.js';
import { consent, receipt } from './commands/consent.js';
import { dispute } from './commands/dispute.js';
import { document } from './commands/document.js';
import { events } from './commands/events.js';
import { evidence } from './commands/evidence.js';
import { furnish } from './commands/furnish.js';
import { invitations } from './commands/invitations.js';
import { institutions, networks, products, use } from './commands/look-around.js';
import { notices } from './commands/notices.js';
import { noticeEndpoints } from './commands/notice-endpoints.js';
import { policy } from './commands/policy.js';
import { check } from './commands/check.js';
import { query } from './commands/query.js';
import { login } from './commands/login.js';
import { reference } from './commands/reference.js';
import { records } from './commands/records.js';
import { replay } from './commands/replay.js';
import { sandbox } from './commands/sandbox.js';
import { search } from './commands/search.js';
import { separate } from './commands/separate.js';
import { logout, profiles, whoami } from './commands/session.js';
import { submissions } from './commands/submissions.js';
import { verify } from './commands/verify.js';
import { withdraw } from './commands/withdraw.js';
import { watch } from './commands/watch.js';
import { why } from './commands/why.js';
import { CliError, EXIT_STATUS } from './cli-error.js';
import { profileName, wholeNumber } from './option-values.js';
import { reportError } from './report-error.js';
import { hasTokenInEnvironment, PROFILE } from './session.js';
import { VERSION } from './version.js';

/** The status that a shell reports for a program that wrote to a closed pipe (128 + SIGPIPE). */
const CLOSED_PIPE_STATUS = 141;

const COMMANDS = [
  ...[login, logout, whoami, profiles, networks, use, institutions, products],
  ...[furnish, submissions, records, document, withdraw, dispute, attest, attestations],
  ...[consent, receipt, policy, search, conflicts, separate],
  ...[check, query, certificates, why, evidence, verify, replay, events, audit],
  ...[notices, noticeEndpoints, watch, invitations, members, clients, sandbox, api],
];

const RETRY_SECONDS = 'NDX_RETRY_SECONDS';
const retrySeconds = new Option('--retry-seconds <n>', 'repeats failed requests for so long')
  .env(RETRY_SECONDS)
  .argParser(wholeNumber);

const profile = new Option('--profile <name>', 'the session of this name')
  .env(PROFILE)
  .argParser(profileName);

const program = new Command('ndx')
  .version(VERSION)
  .description('The network data exchange from the command line')
  .addOption(profile)
  .addOption(retrySeconds)
  .hook('preAction', (command, action) => {
    const { retrySeconds: seconds, profile: name } = command.opts();
    const isGiven = command.getOptionValueSource('profile') === 'cli' && action.name() !== 'login';
    if (isGiven && hasTokenInEnvironment()) {
      throw new CliError('usage', '--profile and NDX_TOKEN name two accounts', {
        hint: 'Remove --profile, or the variable.',
      });
    }
    if (seconds !== undefined) process.env[RETRY_SECONDS] = String(seconds);
    if (name !== undefined) process.env[PROFILE] = name;
  });
for (const command of COMMANDS) program.addCommand(command as CommandUnknownOpts);
program.addCommand(completion(program)).addCommand(reference(program));

/** Subcommands do not inherit it. */
function throwInsteadOfExiting(command: CommandUnknownOpts): void {
  command.exitOverride().showHelpAfterError('Add --help for the usage.');
  for (const each of command.commands) throwInsteadOfExiting(each);
}

throwInsteadOfExiting(program);

// A reader such as `head` may close before the end of a list.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(CLOSED_PIPE_STATUS);
  throw error;
});

try {
  await (isAssemblyProcess() ? assembleHere() : program.parseAsync());
} catch (error) {
  // Commander has written its message.
  if (error instanceof CommanderError) {
    process.exitCode = error.exitCode === 0 ? 0 : EXIT_STATUS.usage;
  } else {
    process.exitCode = reportError(error);
  }
}
