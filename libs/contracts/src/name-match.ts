/** Whether a record with another legal name than the consent's is reported, or excluded. */
export const NAME_MATCHES = ['report', 'require'] as const;

export type NameMatch = (typeof NAME_MATCHES)[number];
