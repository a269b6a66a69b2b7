import { Argument, commandLine } from '@ndx/command-line';
import { LocalInfraError, projectRoot } from '@ndx/local-infra';
import { packChart } from './deployment/pack-chart.js';
import { exitWithReason } from './exit-with-reason.js';

/** `npm run chart`: packs the Helm chart, and prints the path of the package. */
try {
  const command = commandLine('npm run chart --', 'Packs the Helm chart. Needs kubectl and tar.')
    .addArgument(new Argument('[folder]', 'where the package is written').default('.'))
    .parse();
  const [folder] = command.processedArgs;
  console.log(packChart(projectRoot(), folder));
} catch (error) {
  exitWithReason(error, LocalInfraError);
}
