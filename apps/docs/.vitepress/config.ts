export { default } from '../src/site.js';
