/** Stable error categories with their HTTP statuses (contract 7.2, design 11). */
export const ERROR_STATUS = {
  VALIDATION_ERROR: 400,
  AUTHENTICATION_REQUIRED: 401,
  PERMISSION_DENIED: 403,
  RESOURCE_NOT_FOUND: 404,
  RESOURCE_CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  RATE_LIMIT_EXCEEDED: 429,
  OPERATION_FAILED: 500,
  INTERNAL_ERROR: 500,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** The short shape: malformed requests and authentication errors (contract 7.4). */
export interface ShortError {
  readonly detail: string;
}

/** The responses of the authentication layer, row by row (contract 5). */
export const AUTHENTICATION_ERRORS = {
  absent: { status: 401, detail: 'Requires authentication' },
  invalid: { status: 401, detail: 'Invalid or expired token' },
  noAccount: { status: 401, detail: 'Could not validate credentials or find account' },
  missingPermission: { status: 403, detail: 'Not enough permissions' },
  unavailable: { status: 500, detail: 'Authentication service is unavailable' },
} as const;

/** One of several errors of a request (contract 7.1). */
export interface ItemError {
  /** A stable code of the operation. */
  readonly code?: string;
  /** The member of the body, its names joined by dots. */
  readonly path?: string;
  readonly detail: string;
}
