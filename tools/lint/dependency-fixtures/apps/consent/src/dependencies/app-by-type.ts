// refused: no-app-imports-an-app
// refused: packages-by-name
export type { Entity } from '../../../entity/src/main.js';
