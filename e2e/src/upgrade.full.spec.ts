import { test } from '@jest/globals';
import { lastRelease } from '@ndx/tools/released/release-folder';
import { rehearseRelease } from '@ndx/tools/released/rehearse-release';

/** Includes the build of the release. */
const TIMEOUT_MS = 1_800_000;

test(
  'the last release, if there is one, is upgraded to this build while it serves',
  async () => {
    const release = lastRelease();
    if (release) await rehearseRelease(release.commit);
  },
  TIMEOUT_MS,
);
