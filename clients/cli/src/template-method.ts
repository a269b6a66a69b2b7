import type { NdxClient, QueryPurpose } from '@ndx/client';
import { CliError } from './cli-error.js';

/** The method of the client for an operation of any template; the server validates the body. */
export type TemplateMethod = (request: {
  readonly body: unknown;
  readonly query?: { readonly dry_run: boolean };
  readonly headers: {
    readonly 'x-network-id'?: string;
    readonly 'x-permissible-purpose'?: QueryPurpose;
    readonly 'Idempotency-Key'?: string;
  };
}) => Promise<Awaited<ReturnType<NdxClient['queryAnnualPersonalIncome']>>>;

/**
 * The method for an operation of a template: `furnishAnnualPersonalIncome` for `annual_personal_income`.
 * @throws CliError when the template does not exist, or does not have the operation
 */
export function templateMethod(
  ndx: NdxClient,
  operation: 'furnish' | 'query',
  slug: string,
): TemplateMethod {
  const words = slug.split('_').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const methods = ndx as Readonly<Record<string, unknown>>;
  const method = isProduct(slug) ? undefined : methods[`${operation}${words.join('')}`];
  if (method !== undefined) return method as TemplateMethod;
  const lacks = operation === 'furnish' ? 'takes records' : 'can be queried';
  throw new CliError('not found', `no template ${slug} ${lacks}`, { hint: 'See: ndx products' });
}

/** A product has operations of the same form, with other bodies. */
function isProduct(slug: string): boolean {
  return slug === 'kyb_certificate';
}
