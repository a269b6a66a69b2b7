/** The latest verification of one section by one furnisher, as it may be chosen for a certificate. */
export interface Candidate {
  readonly model: string;
  readonly networkId: string;
  readonly furnishingEntityId: string;
  readonly recordId: string;
  /** Milliseconds since the epoch. */
  readonly performedAt: number;
  /** Milliseconds since the epoch. */
  readonly furnishedAt: number;
  /** The furnisher's current active attestation for the product. */
  readonly attestationId: string | null;
  /** `"assertions":{…},"data":{…}`, complete and in the catalogue's order. */
  readonly text: string;
}
