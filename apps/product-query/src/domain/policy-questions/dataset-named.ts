import { datasetById, datasetBySlug, DATASETS, kybCertificate, type Dataset } from '@ndx/catalog';
import { PolicyTestFault } from '../policy-test/policy-test-fault.js';

/** @throws PolicyTestFault for a text that is neither the slug nor the id of a product or template */
export function datasetNamed(product: string): Dataset {
  const found = datasetBySlug(product) ?? datasetById(product);
  if (found) return found;
  const slugs = DATASETS.map(({ slug }) => slug).join(', ');
  throw new PolicyTestFault(`the product must be one of ${slugs}: ${JSON.stringify(product)}`);
}

/** The product or template of a policy file whose name begins with its slug; of others the certificate. */
export function productOfFile(name: string): string {
  const [slug = ''] = name.split('.');
  return (datasetBySlug(slug) ?? kybCertificate).slug;
}
