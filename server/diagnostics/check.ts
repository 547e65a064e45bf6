import { storedMessages, type Message } from '#contract/text/message.ts';
import type { CheckLine } from '#contract/admin/admin.ts';
import type { Media } from '#server/adapters/media/media.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import type { Context } from '#server/app/context.ts';

/** The dependencies of a check. */
export interface Parts extends Pick<Context, 'settings' | 'mail' | 'clock' | 'disk' | 'speech'> {
  /** These reject, or throw, why they can't be had. */
  storage(): Promise<Storage>;
  media(): Promise<Media>;
  database(): Pick<Context, 'db' | 'jobs' | 'pubsub'>;
  /** Who asks, by HTTP; null for the command. */
  request: { address: string; peer: string; forwarded: boolean } | null;
}

/** Why a check fails, besides its adapters' errors. */
export const CHECKS_FAILED = storedMessages('checks', {
  LATE: 'No response within {0} s',
  AWAY: '{0} not found',
  READ_DIFFERS: "The data read doesn't match the data written.",
  NOT_DELETED: 'Deleted files are still there.',
  PAYPAL: 'PayPal responded with {0}. Check PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET and PAYPAL_LIVE',
});

/** In English for the shell, in the admin's language for the dashboard. */
export type Text = string | Message;

export interface Finding {
  state: CheckLine['state'];
  text: Text;
  advice?: Text;
}

/** A line of the report, as displayed. */
export interface Found extends Finding {
  name: string;
}

export interface Check {
  name: string;
  /** What to do where `run` rejects. */
  advice: string;
  run(parts: Parts): Promise<Finding>;
}

export const ok = (text: Text): Finding => ({ state: 'ok', text });
export const off = (text: Text = ''): Finding => ({ state: 'off', text });
export const warning = (text: Text, advice: Text): Finding => ({ state: 'warning', text, advice });
export const failed = (text: Text, advice: Text): Finding => ({ state: 'failed', text, advice });

export const inGigabytes = (bytes: number): string => `${(bytes / 1e9).toFixed(1)} GB`;
