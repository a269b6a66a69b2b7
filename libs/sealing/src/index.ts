export { countKeys } from './count-keys.js';
export { CreateSealingKeys1700000000100, requireSealingKeys } from './key-registry.js';
export { KeyedHash } from './keyed-hash.js';
export { rotateKeys, type RotationProgress } from './rotate-keys.js';
export type { SealedColumn } from './sealed-column.js';
export { Sealer } from './sealer.js';
export { sealingKeys } from './sealing-keys.js';
export { undeclaredSealedValues } from './undeclared-sealed-values.js';
