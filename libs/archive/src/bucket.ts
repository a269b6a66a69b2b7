import type * as S3 from '@aws-sdk/client-s3';
import { describeError } from '@ndx/contracts';
import { ArchivePlace, MissingFileError, UnusablePlaceError } from './archive-place.js';

/** Below the time in which a service must respond (`UPSTREAM_TIMEOUT_MS`, 10 s by default). */
const READ_TIMEOUT_MS = 8_000;
const WRITE_TIMEOUT_MS = 20_000;
/** Timeouts of one attempt of a request; a file has less than 1 MB. */
const CONNECT_TIMEOUT_MS = 2_000;
const ATTEMPT_TIMEOUT_MS = 5_000;
const ATTEMPTS = 3;

/**
 * A bucket of an S3 service, and a prefix of the names of its objects. Credentials and region are
 * those of the AWS variables and files. The client is loaded when it is first used: it needs 13 MB.
 */
export class Bucket extends ArchivePlace {
  private loading: Promise<Client> | undefined;

  constructor(
    private readonly bucket: string,
    private readonly prefix: string,
    /** Address of a service other than AWS, which gets the bucket's name in the path; or ''. */
    private readonly endpoint: string,
  ) {
    super();
  }

  override async requireUsable(): Promise<void> {
    await this.within(READ_TIMEOUT_MS, ({ s3, api }, abortSignal) =>
      s3.send(
        new api.ListObjectsV2Command({ Bucket: this.bucket, Prefix: this.prefix, MaxKeys: 1 }),
        { abortSignal },
      ),
    );
  }

  override async write(file: string, content: Buffer): Promise<void> {
    const object = { ...this.objectOf(file), Body: content, IfNoneMatch: '*' };
    await this.within(WRITE_TIMEOUT_MS, async ({ s3, api }, abortSignal) => {
      try {
        await s3.send(new api.PutObjectCommand(object), { abortSignal });
      } catch (error) {
        if (!isExisting(error)) throw error;
      }
    });
  }

  override read(file: string): Promise<Buffer> {
    return this.within(READ_TIMEOUT_MS, async ({ s3, api }, abortSignal) => {
      try {
        const { Body: body } = await s3.send(new api.GetObjectCommand(this.objectOf(file)), {
          abortSignal,
        });
        return Buffer.from((await body?.transformToByteArray()) ?? []);
      } catch (error) {
        if (nameOf(error) === 'NoSuchKey') throw new MissingFileError(file, { cause: error });
        throw error;
      }
    });
  }

  private objectOf(file: string): { readonly Bucket: string; readonly Key: string } {
    const folder =
      this.prefix === '' || this.prefix.endsWith('/') ? this.prefix : `${this.prefix}/`;
    return { Bucket: this.bucket, Key: `${folder}${file}` };
  }

  /** @throws UnusablePlaceError for each error other than a missing file, also after the timeout */
  private async within<T>(
    timeoutMs: number,
    work: (client: Client, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      this.loading ??= load(this.endpoint);
      const client = await this.loading;
      return await Promise.race([work(client, signal), aborted(signal)]);
    } catch (error) {
      if (error instanceof MissingFileError) throw error;
      const reason = signal.aborted ? `no response within ${timeoutMs / 1_000} s` : reasonOf(error);
      throw new UnusablePlaceError(`s3://${this.bucket}/${this.prefix} cannot be used: ${reason}`, {
        cause: error,
      });
    }
  }
}

interface Client {
  readonly api: typeof S3;
  readonly s3: S3.S3Client;
}

async function load(endpoint: string): Promise<Client> {
  const api = await import('@aws-sdk/client-s3');
  const s3 = new api.S3Client({
    ...(endpoint !== '' && { endpoint, forcePathStyle: true }),
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: ATTEMPT_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
  });
  return { api, s3 };
}

/** Rejects when aborted, also for requests that the client does not abort (credentials). */
function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

/** An object of that name exists, or another request creates it. */
function isExisting(error: unknown): boolean {
  return ['PreconditionFailed', 'ConditionalRequestConflict'].includes(nameOf(error));
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : '';
}

/** A service that answers with an error sends its code, such as NoSuchBucket, as the name. */
function reasonOf(error: unknown): string {
  // Of several addresses of a host; it has no message of its own.
  return describeError(error instanceof AggregateError ? (error.errors[0] as unknown) : error);
}
