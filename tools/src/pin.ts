import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Argument, commandLine } from '@ndx/command-line';
import { LocalInfraError, projectRoot } from '@ndx/local-infra';
import { pinImages } from './deployment/pin-images.js';
import { exitWithReason } from './exit-with-reason.js';

/**
 * `npm run pin`: at a release, pins the images of all services by version and digest in the
 * manifests of an environment.
 */
try {
  const environments = join(projectRoot(), 'deploy', 'kubernetes', 'environments');
  const command = commandLine(
    'npm run pin --',
    'Sets the version of an environment, and the digests of its images.',
  )
    .addArgument(
      new Argument('<environment>', 'where the version is released').choices(
        readdirSync(environments),
      ),
    )
    .addArgument(new Argument('<version>', 'of the images, such as 0.2.0'))
    .addArgument(
      new Argument('<images...>', 'one <registry>/<service>@sha256:<digest> of each service'),
    )
    .parse();
  const [environment, version, images] = command.processedArgs;
  await pinImages(join(environments, environment), version, images);
} catch (error) {
  exitWithReason(error, LocalInfraError);
}
