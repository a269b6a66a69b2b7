/** Maximum size of the cache; the oldest entry is evicted first. */
const MEMORY = 1000;

/**
 * The readable fields of a set of field definitions (design 6). Compiled once per set, because
 * every field of every query is checked.
 */
export abstract class FieldAccess {
  /** Whether a field of a model is readable. */
  abstract allows(model: string, field: string): boolean;

  /** Whether every field of a model is visible, including fields added to the catalogue later. */
  abstract isAll(model: string): boolean;

  /** The intersection of two accesses. */
  and(other: FieldAccess): FieldAccess {
    return new BothAccess(this, other);
  }

  /** Access from `model.field`, `model.*` and `*`; anything else permits nothing. Memoised. */
  static of(definitions: readonly string[]): FieldAccess {
    const key = definitions.join(',');
    const known = remembered.get(key);
    if (known) return known;
    const access = new DefinedAccess(definitions);
    const [oldest] = remembered.keys();
    if (remembered.size >= MEMORY && oldest !== undefined) remembered.delete(oldest);
    remembered.set(key, access);
    return access;
  }
}

class DefinedAccess extends FieldAccess {
  private readonly definitions: ReadonlySet<string>;
  private readonly isEverything: boolean;

  constructor(definitions: readonly string[]) {
    super();
    this.definitions = new Set(definitions);
    this.isEverything = this.definitions.has('*');
  }

  override allows(model: string, field: string): boolean {
    return this.isAll(model) || this.definitions.has(`${model}.${field}`);
  }

  override isAll(model: string): boolean {
    return this.isEverything || this.definitions.has(`${model}.*`);
  }
}

class BothAccess extends FieldAccess {
  constructor(
    private readonly one: FieldAccess,
    private readonly other: FieldAccess,
  ) {
    super();
  }

  override allows(model: string, field: string): boolean {
    return this.one.allows(model, field) && this.other.allows(model, field);
  }

  override isAll(model: string): boolean {
    return this.one.isAll(model) && this.other.isAll(model);
  }
}

const remembered = new Map<string, FieldAccess>();
