/** The environment of a deployment, the same in all its processes. */
export const ENVIRONMENTS = ['development', 'sandbox', 'production'] as const;
