// Written by scripts/write-indexes.js: every file beside it is in the catalogue.
export * from './kyb-certificate.js';
