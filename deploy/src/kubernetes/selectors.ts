type Labels = Readonly<Record<string, string>>;

/** The members of a label selector that the manifests use. */
export interface Selector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

/**
 * Whether a selector matches these labels; an empty selector matches everything.
 * @throws Error on an operator that the manifests do not use
 */
export function selects({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels) {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      const value = labels[key];
      if (operator === 'Exists') return value !== undefined;
      if (operator === 'In') return value !== undefined && values.includes(value);
      if (operator === 'NotIn') return value === undefined || !values.includes(value);
      throw new Error(`the operator ${operator} is not understood here`);
    })
  );
}
