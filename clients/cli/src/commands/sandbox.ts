import { Command } from '@commander-js/extra-typings';
import { advanceTo } from '../clock-time.js';
import { members, print } from '../output.js';
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

export const sandbox = new Command('sandbox')
  .description('controls of a sandbox; other environments do not have them')
  .addCommand(clock);
