import type { CheckLine } from '#contract/admin.ts';
import type { Media } from '#server/adapters/media/media.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import type { Context } from '#server/app/context.ts';

/** What a check stands on. */
export interface Parts extends Pick<Context, 'settings' | 'mail' | 'clock' | 'disk' | 'speech'> {
  /** These reject, or throw, why they can't be had. */
  storage(): Promise<Storage>;
  media(): Promise<Media>;
  database(): Pick<Context, 'db' | 'jobs' | 'pubsub'>;
  /** Who asks, by HTTP; null for the command. */
  request: { address: string; peer: string; forwarded: boolean } | null;
}

export interface Finding {
  state: CheckLine['state'];
  text: string;
  advice?: string;
}

export interface Check {
  name: string;
  /** What to do where `run` rejects. */
  advice: string;
  run(parts: Parts): Promise<Finding>;
}

export const ok = (text: string): Finding => ({ state: 'ok', text });
export const off = (text = ''): Finding => ({ state: 'off', text });
export const warning = (text: string, advice: string): Finding => ({ state: 'warning', text, advice });
export const failed = (text: string, advice: string): Finding => ({ state: 'failed', text, advice });

export const inGigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;
