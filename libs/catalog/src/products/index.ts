export * from './kyb-certificate.js';
