export { interop, whyNoInterop } from './interop.js';
