import { LocalInfraError } from '../local-infra-error.js';

/** Credentials of a user of the object store. */
export interface AccessKey {
  readonly id: string;
  readonly secret: string;
}

const USER = 'exchange';

const POLICY = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: 's3:*', Resource: '*' }],
};

/** The requests of `createAccessKey`, which the service accepts without a valid signature. */
export const SETUP_REQUESTS = 3;

/** Creates a user who may do everything with buckets and objects. */
export async function createAccessKey(endpoint: string): Promise<AccessKey> {
  await callIam(endpoint, { Action: 'CreateUser' });
  const PolicyDocument = JSON.stringify(POLICY);
  await callIam(endpoint, { Action: 'PutUserPolicy', PolicyName: 'objects', PolicyDocument });
  const created = await callIam(endpoint, { Action: 'CreateAccessKey' });
  return {
    id: elementOf(created, 'AccessKeyId'),
    secret: elementOf(created, 'SecretAccessKey'),
  };
}

async function callIam(
  endpoint: string,
  parameters: Readonly<Record<string, string>>,
): Promise<string> {
  const response = await fetch(endpoint, {
    method: 'POST',
    // The service takes the name of the API (iam) from here.
    headers: {
      Authorization: 'AWS4-HMAC-SHA256 Credential=none/20260101/us-east-1/iam/aws4_request',
    },
    body: new URLSearchParams({ ...parameters, UserName: USER, Version: '2010-05-08' }),
  });
  const text = await response.text();
  if (!response.ok) throw new LocalInfraError(`The S3 service rejected its set-up: ${text}`);
  return text;
}

function elementOf(xml: string, name: string): string {
  const value = new RegExp(`<${name}>(.+?)</${name}>`).exec(xml)?.[1];
  if (value === undefined) throw new LocalInfraError(`The S3 service returned no ${name}: ${xml}`);
  return value;
}
