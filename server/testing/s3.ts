import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

/** A small S3 service on loopback with one bucket. */
export interface TestBucket {
  /** Its files, in a folder with the name of the bucket. */
  dir: string;
  /** STORAGE_URL of a folder in the bucket. */
  storageUrl(folder?: string): string;
  /** The URL of a folder with public read access, without authentication. */
  publicUrl(folder: string): string;
  /** From now on browsers may not send what pages ask them to. */
  forbidPages(): Promise<void>;
  close(): Promise<void>;
}

/** What pages of any site may do, as operations.md has owners set it. */
const CORS =
  '<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod>' +
  '<AllowedHeader>*</AllowedHeader></CORSRule></CORSConfiguration>';

/** Also sets the credentials that the S3 client reads from the environment. */
export async function startBucket({ cors = false } = {}): Promise<TestBucket> {
  process.env['AWS_ACCESS_KEY_ID'] = 'S3RVER';
  process.env['AWS_SECRET_ACCESS_KEY'] = 'S3RVER';
  const dir = await mkdtemp(join(tmpdir(), 'lll-s3-'));
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: dir,
    configureBuckets: [{ name: 'clips', configs: cors ? [CORS] : [] }],
  });
  const { port } = await server.run();
  return {
    dir,
    storageUrl: (folder = 'site') =>
      `s3://clips/${folder}?endpoint=http://127.0.0.1:${port}&region=us-east-1`,
    publicUrl: (folder) => `http://127.0.0.1:${port}/clips/${folder}`,
    forbidPages: () => rm(join(dir, 'clips/._S3rver_cors.xml')),
    close: async () => {
      await server.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
