import { rmSync } from 'node:fs';

export default function removeRunFolder() {
  rmSync(process.env.TEST_RUN_FOLDER, { recursive: true });
}
