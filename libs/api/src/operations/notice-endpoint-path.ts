import { Uuid } from '../shapes/shapes.js';

export class NoticeEndpointPath {
  @Uuid()
  readonly endpoint_id!: string;
}

export const NOTICE_ENDPOINTS = '/v1/notice-endpoints';
export const NOTICE_ENDPOINT = `${NOTICE_ENDPOINTS}/{endpoint_id}` as const;
