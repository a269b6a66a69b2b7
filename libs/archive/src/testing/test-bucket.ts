import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { LocalObjectStore } from '@ndx/local-infra';
import type { TestPlace } from './test-place.js';

const BUCKET = 'ndx-archive';
const PREFIX = 'product-query/';

/** A bucket of an S3 service of its own, whose access key is in the environment of this process. */
export class TestBucket implements TestPlace {
  readonly settings;
  private readonly s3: S3Client;

  private constructor(readonly service: LocalObjectStore) {
    this.settings = {
      ARCHIVE_LOCATION: `s3://${BUCKET}/${PREFIX.slice(0, -1)}`,
      AWS_ENDPOINT_URL_S3: service.endpoint,
    };
    this.s3 = new S3Client({ endpoint: service.endpoint, forcePathStyle: true });
  }

  static readonly start = async (): Promise<TestBucket> => {
    const service = await LocalObjectStore.start();
    Object.assign(process.env, {
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: service.accessKey.id,
      AWS_SECRET_ACCESS_KEY: service.accessKey.secret,
    });
    const bucket = new TestBucket(service);
    await bucket.s3.send(new CreateBucketCommand({ Bucket: BUCKET }));
    return bucket;
  };

  async files(): Promise<string[]> {
    const { Contents: objects = [] } = await this.s3.send(
      new ListObjectsV2Command({ Bucket: BUCKET }),
    );
    return objects.map(({ Key: key = '' }) => key.slice(PREFIX.length)).sort();
  }

  async read(file: string): Promise<Buffer> {
    const { Body: body } = await this.s3.send(new GetObjectCommand(objectOf(file)));
    return Buffer.from((await body?.transformToByteArray()) ?? []);
  }

  async put(file: string, content: Buffer | string): Promise<void> {
    await this.s3.send(new PutObjectCommand({ ...objectOf(file), Body: content }));
  }

  async remove(file: string): Promise<void> {
    await this.s3.send(new DeleteObjectCommand(objectOf(file)));
  }

  stop(): Promise<void> {
    this.s3.destroy();
    return this.service.stop();
  }
}

function objectOf(file: string): { readonly Bucket: string; readonly Key: string } {
  return { Bucket: BUCKET, Key: `${PREFIX}${file}` };
}
