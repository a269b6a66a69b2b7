import { Command } from '@commander-js/extra-typings';
import { recordSandboxConsents, type SandboxConsent } from '@ndx/client/sandbox';
import { advanceTo } from '../clock-time.js';
import { networkOf } from '../network-option.js';
import { members, print, table } from '../output.js';
import { connect } from '../session.js';

interface SandboxClock {
  readonly now: string;
  readonly offset_seconds: number;
}

const asText = ({ now, offset_seconds }: SandboxClock) => members({ now, offset_seconds });

const get = new Command('get')
  .description("shows the institution's clock")
  .option('--json', 'prints JSON')
  .action(async (options) => {
    const { data } = await (await connect()).readSandboxClock();
    print(data, options, asText);
  });

const set = new Command('set')
  .description("moves the institution's clock forward; other institutions see no change")
  .argument('<time>', 'such as 2027-11-01T00:00:00Z, or +400d, +12h, +90m, +45s from its time')
  .option('--json', 'prints JSON')
  .action(async (time, options) => {
    const ndx = await connect();
    const { data: clock } = await ndx.readSandboxClock();
    const body = { advance_seconds: advanceTo(time, new Date(clock.now)) };
    const { data } = await ndx.advanceSandboxClock({ body });
    print(data, options, asText);
  });

const reset = new Command('reset')
  .description('returns to the real time; nothing that was stored changes')
  .option('--json', 'prints JSON')
  .action(async (options) => {
    const { data } = await (await connect()).resetSandboxClock();
    print(data, options, asText);
  });

const clock = new Command('clock')
  .description("the institution's clock")
  .addCommand(get)
  .addCommand(set)
  .addCommand(reset);

/** The name of the network that the operator of a sandbox fills. */
const NETWORK = 'Sandbox outcomes';

const fill = new Command('fill')
  .description("records the institution's consent for each outcome, and keeps existing ones")
  .option('--network <network>', 'id or name of the network of the outcomes', NETWORK)
  .option('--json', 'prints JSON')
  .action(async ({ network, ...options }) => {
    const ndx = await connect();
    const consents = await recordSandboxConsents(ndx, await networkOf(ndx, network));
    print(consents, options, asTable);
  });

function asTable(consents: readonly SandboxConsent[]): string {
  return table(
    ['OUTCOME', 'CONSENT', 'BUSINESS'],
    consents.map(({ outcome, consentId, businessId }) => [outcome, consentId, businessId]),
    'There is no outcome.',
  );
}

export const sandbox = new Command('sandbox')
  .description('controls of a sandbox; other environments do not have them')
  .addCommand(clock)
  .addCommand(fill);
