/** How often a product's query ended in a way. */
export interface Quantity {
  readonly product: string;
  readonly outcome: string;
  readonly quantity: number;
}

/** Counts, by product and outcome. */
export class Quantities {
  private readonly byKey = new Map<string, Quantity>();

  add({ product, outcome, quantity }: Quantity): void {
    const key = `${product}/${outcome}`;
    const before = this.byKey.get(key)?.quantity ?? 0;
    this.byKey.set(key, { product, outcome, quantity: before + quantity });
  }

  inOrder(): readonly Quantity[] {
    return [...this.byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, quantity]) => quantity);
  }

  total(): number {
    return this.inOrder().reduce((sum, { quantity }) => sum + quantity, 0);
  }
}
