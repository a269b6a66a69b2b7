import { TextThat } from '../shapes/shapes.js';

/** The form of an `X-Request-Id` that the gateway takes from a client. */
const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;

export class RequestPath {
  @TextThat('requestId', (text) => REQUEST_ID.test(text), 'must be a request id', {
    pattern: REQUEST_ID.source,
  })
  readonly request_id!: string;
}
