/** The filter of the list, in the address. */
export interface PolicyListSearch {
  /** The slug of a product or template. */
  readonly product?: string;
}

export function readPolicyListSearch({ product }: Record<string, unknown>): PolicyListSearch {
  return typeof product === 'string' ? { product } : {};
}

/** The shown version, the current one without it, and the version to compare it with. */
export interface VersionSearch {
  readonly version?: number;
  readonly compare?: number;
}

export function readVersionSearch(search: Record<string, unknown>): VersionSearch {
  const version = versionOf(search['version']);
  const compare = versionOf(search['compare']);
  return {
    ...(version !== undefined && { version }),
    ...(compare !== undefined && { compare }),
  };
}

function versionOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : undefined;
}
