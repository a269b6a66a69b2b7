/** The product or template of the file, by its slug, in the address; the first one without it. */
export interface DryRunSearch {
  readonly product?: string;
}

export function readDryRunSearch({ product }: Record<string, unknown>): DryRunSearch {
  return typeof product === 'string' ? { product } : {};
}
