import type { SandboxBusiness } from '@ndx/client/sandbox';
import type { Reason, ExplanationCode, SandboxFault } from '@ndx/contracts';

/**
 * The furnishers of the sandbox network: one that attested the product, one that never attests, and
 * one that leaves the network after it furnished.
 */
export const FURNISHERS = ['attested', 'unattested', 'departed'] as const;

export type Furnisher = (typeof FURNISHERS)[number];

/** The ids of the furnishers. */
export type FurnisherIds = Readonly<Record<Furnisher, string>>;

/**
 * One outcome of a query, and the business, data and consent that produce it. Without a registration,
 * the outcome has no business of its own.
 */
export interface Outcome extends Partial<SandboxBusiness> {
  readonly name: string;
  readonly meaning: string;
  /** The record of the business; null where nobody furnishes one. */
  readonly furnished?: {
    /** Absent: the furnisher that attested the product. */
    readonly by?: Furnisher;
    /** Absent: the identity section. */
    readonly sections?: readonly string[];
    /** Time of the verification; absent: when the sandbox was filled. */
    readonly performedAt?: string;
    /** The legal name that the record states, where it differs from the consent's. */
    readonly legalName?: string;
    /** Values of the identity section that differ from the usual ones. */
    readonly data?: Readonly<Record<string, unknown>>;
    /** Whether the querying institution disputes its identity section. */
    readonly isDisputed?: boolean;
  } | null;
  /** A KYB query under the consent, unless stated otherwise. */
  readonly request?: 'query' | 'amend';
  readonly query?: {
    /** A policy of the network, by its name. */
    readonly policy?: string;
    readonly furnisher?: Furnisher;
    readonly fault?: SandboxFault;
    /** Instead of a consent. */
    readonly businessId?: string;
    /** Beside the consent: the business of another outcome. */
    readonly businessOf?: string;
    /** Members of the body instead of the consent. */
    readonly body?: Readonly<Record<string, unknown>>;
  };
  readonly expected: {
    readonly status: number;
    /** The reason of the error. */
    readonly reason?: Reason;
    /** The code of the query's explanation. */
    readonly code?: ExplanationCode;
    /** The code of the identity section for the querying institution. */
    readonly section?: ExplanationCode;
    /** The code of the excluded record, for the network's governor or the querying institution. */
    readonly record?: ExplanationCode;
    /** The status of a retry. */
    readonly then?: number;
  };
}
