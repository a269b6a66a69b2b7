import preset from '../../jest.preset.js';

export default { ...preset, globalSetup: '<rootDir>/bundle-assembly.js' };
