import preset from '../jest.preset.js';

/** A simulation is processor time: a busy machine takes several times as long. */
export default { ...preset, testTimeout: 300_000 };
