// Written by scripts/write-indexes.js: every file in this folder is in the catalogue.
export * from './kyb-certificate.js';
