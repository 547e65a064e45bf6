import type { S3Client } from '@aws-sdk/client-s3';
import { checkKey } from './keys.ts';
import { presign, type PresignedRequest } from './presign.ts';
import { StorageUnavailable, type DirectAccess, type Validity } from './storage.ts';

/** A bucket as browsers reach it, at the address that this server knows it by. */
export class S3Direct implements DirectAccess {
  private readonly client: S3Client;
  private readonly address: string;
  private readonly prefix: string;

  constructor(client: S3Client, address: string, prefix: string) {
    this.client = client;
    this.address = address;
    this.prefix = prefix;
  }

  readUrl(key: string, { type, cache }: { type: string; cache: string }, time: Validity): Promise<string> {
    const query = { 'response-content-type': type, 'response-cache-control': cache };
    return this.sign(key, { method: 'GET', query, ...time });
  }

  writeUrl(key: string, bytes: number, time: Validity): Promise<string> {
    return this.sign(key, { method: 'PUT', headers: { 'content-length': String(bytes) }, ...time });
  }

  private async sign(key: string, request: Omit<PresignedRequest, 'url'>): Promise<string> {
    const [credentials, region] = await Promise.all([
      this.client.config.credentials(),
      this.client.config.region(),
    ]).catch((cause: unknown) => {
      throw new StorageUnavailable('There are no credentials for the file storage.', { cause });
    });
    const url = `${this.address}/${this.prefix}${checkKey(key)}`;
    return presign({ ...request, url }, { region, ...credentials });
  }
}
