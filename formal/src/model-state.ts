/** The step that led to a state, as the variable `last` of the model records it. */
export interface Step {
  readonly name: string;
  /** The request that takes the step; 0 for a step of no request. */
  readonly writer: number;
  /** The change that the request makes; of `settle`, how the row stood to the owner. */
  readonly op: string;
  /** Of the event in the log, or of the earlier state of a database. */
  readonly index: number;
  /** The status of the request's answer, where the step ends it. */
  readonly answer: string;
}

interface Restrictions {
  readonly narrow: boolean;
  /** 0 while the grant is open. */
  readonly closedAt: number;
  readonly revoked: boolean;
}

export interface ModelEvent {
  readonly id: number;
}

/** What a replay compares with the databases; the model has more variables. */
export interface ModelState {
  readonly last: Step;
  readonly owner: Restrictions & {
    readonly revision: number;
    readonly head: number;
    readonly outbox: readonly ModelEvent[];
    readonly history: readonly (readonly [event: number, revision: number])[];
  };
  readonly row: Restrictions & {
    readonly revision: number;
    readonly event: number;
    readonly ends: { readonly closedAt: number; readonly revoked: boolean };
    readonly inbox: readonly number[];
    readonly isParked: boolean;
    readonly letters: readonly ModelEvent[];
    /** The incarnations for which the parts of the read models were confirmed. */
    readonly confirmed: { readonly bus: number; readonly consent: number };
  };
  /** Of product-query's database. */
  readonly incarnation: number;
  readonly log: readonly ModelEvent[];
  readonly nextId: number;
}
