import { join } from 'node:path';
import { projectRoot } from '@ndx/local-infra';

/** The folder in which the processes of this project share their compiled code. */
export const COMPILE_CACHE = join(projectRoot(), '.cache', 'node');
