import { fileURLToPath } from 'node:url';
import preset from '../../jest.preset.js';

const { moduleNameMapper, ...others } = preset;
/** Its package has no entry for CommonJS, in which suites run. */
const diagrams = fileURLToPath(import.meta.resolve('beautiful-mermaid'));

export default {
  ...others,
  moduleNameMapper: { '^beautiful-mermaid$': diagrams, ...moduleNameMapper },
};
