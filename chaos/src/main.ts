import { LocalInfraError } from '@ndx/local-infra';
import { exitWithReason } from '@ndx/tools/exit-with-reason';
import { untilInterrupted } from '@ndx/tools/until-interrupted';
import { chaosOptions } from './options.js';
import { describeReport, holds, type ScenarioReport } from './report.js';
import { runScenario } from './run-scenario.js';
import { Systems } from './system/systems.js';

const say = (line: string) => {
  process.stdout.write(`${line}\n`);
};

/** `npm run chaos`: injects every fault into a running system; status 1 when a check fails. */
try {
  const { buses, scenarios, ...options } = chaosOptions(process.argv.slice(2));
  say(`seed ${options.seed} (--seed ${options.seed} repeats the choices)`);
  const reports: ScenarioReport[] = [];
  for (const bus of buses) {
    const systems = new Systems(bus);
    const play = async () => {
      for (const scenario of scenarios) {
        const report = await runScenario(scenario, systems, options);
        say(`\n${describeReport(report)}`);
        reports.push(report);
      }
    };
    const interrupted = untilInterrupted().then(() => {
      throw new LocalInfraError('Interrupted.');
    });
    try {
      await Promise.race([play(), interrupted]);
    } finally {
      await systems.stop();
    }
  }
  const haveHeld = reports.every(holds);
  say(haveHeld ? '\nEvery promise held.' : '\nA promise was broken.');
  process.exit(haveHeld ? 0 : 1);
} catch (error) {
  exitWithReason(error, LocalInfraError);
}
