import { t } from '@lingui/core/macro';
import { MAX_TITLE, MAX_UPLOAD } from '#contract/submissions/submissions.ts';
import type { ToastKind } from '#web/ui/dialogs/toast.ts';
import { cutText } from '#contract/text/cut-text.ts';

export const ATTEMPTS = 3;
export const TIMEOUT_MS = 300_000;
export const WAIT_AFTER_503_MS = 3000;
export const WAIT_AFTER_NETWORK_MS = 2000;
export const LEAVE_AFTER_MS = 1500;

/** How one attempt ended. */
export type Outcome =
  | { kind: 'done'; id: number }
  | { kind: 'rejected'; status: number; text: string }
  | { kind: 'network' }
  | { kind: 'timeout' }
  | { kind: 'cancelled' };

export interface Notice {
  kind: ToastKind;
  title: string;
  text: string;
}

export const tooLarge = (): Notice => ({
  kind: 'bad',
  title: t`Video Too Large`,
  text: t`Please keep videos under 300MB (~5 minutes at HD quality). Try recording at 720p for longer videos!`,
});
export const uploaded = (): Notice => ({
  kind: 'ok',
  title: t`Video Uploaded`,
  text: t`Your video has been submitted for review.`,
});

const noVideo = (): Notice => ({
  kind: 'bad',
  title: t`This isn’t a video`,
  text: t`Please choose an MP4, MOV or WebM file.`,
});
const emptyFile = (): Notice => ({
  kind: 'bad',
  title: t`This file is empty`,
  text: t`Please choose another.`,
});

/** Containers that browsers name no type for. */
const VIDEO_NAME = /\.(mp4|m4v|mov|webm|mkv|avi|mpe?g|3gp|ts|mts|m2ts|ogv)$/i;

/** Why a file can't be sent, judged by its name, type and size; null: the server checks the rest. */
export function whatIsWrong(file: Pick<File, 'name' | 'type' | 'size'>): Notice | null {
  if (file.type ? !/^(video\/|application\/)/.test(file.type) : !VIDEO_NAME.test(file.name)) return noVideo();
  if (file.size === 0) return emptyFile();
  return file.size > MAX_UPLOAD ? tooLarge() : null;
}

/**
 * A title suggested by a file name: "beach_run-02.final.mp4" becomes "Beach run 02 final". Camera file names suggest
 * none.
 */
export function titleFrom(file: Pick<File, 'name'> | null): string | null {
  const name = (file?.name ?? '').replace(/\.[a-z\d]{2,4}$/i, '').replaceAll(/[\s_.-]+/g, ' ');
  const title = cutText(name.trim(), MAX_TITLE);
  if (
    !/\p{L}{3}/u.test(title) ||
    /^(img|mov|vid|dsc|pxl|gopr|gx|screen ?recording|video|recording)\b[\s\d]*$/i.test(
      title.replaceAll(/\d/g, ' ').trim(),
    )
  )
    return null;
  // a letter may be two units
  const [first = ''] = title;
  return first.toUpperCase() + title.slice(first.length);
}

/** What follows a failed attempt: a retry after a delay, or the end; and the message to show. */
export function evaluate(
  outcome: Exclude<Outcome, { kind: 'done' }>,
  attempt: number,
): { again: false; notice: Notice | null } | { again: true; waitMs: number; notice: Notice } {
  const last = attempt >= ATTEMPTS;
  if (outcome.kind === 'cancelled') return { again: false, notice: null };
  if (outcome.kind === 'timeout') {
    return stop(t`Upload Timeout`, t`Upload took too long. Please check your connection and file size.`);
  }
  if (outcome.kind === 'network') {
    if (last) return stop(t`Network Error`, t`Please check your connection and try again.`);
    return again(t`Retrying Upload`, attempt, WAIT_AFTER_NETWORK_MS);
  }
  if (outcome.status === 503) {
    if (last) {
      return stop(
        t`Server Unavailable`,
        t`The server is taking longer than usual. Please wait a moment and try again.`,
      );
    }
    return again(t`Server Waking Up`, attempt, WAIT_AFTER_503_MS);
  }
  if (outcome.status === 403) {
    return stop(t`Upload Access Required`, t`Contact admin to upgrade your account to Content Creator.`);
  }
  if (outcome.status === 413) {
    return stop(
      t`File Too Large`,
      outcome.text || t`Video must be under 300MB. Try recording at 720p or shorter clips!`,
    );
  }
  return stop(t`Upload Failed`, outcome.text || t`Please try again.`);
}

const stop = (title: string, text: string) => ({
  again: false as const,
  notice: { kind: 'bad' as const, title, text },
});

const again = (title: string, attempt: number, waitMs: number) => ({
  again: true as const,
  waitMs,
  notice: {
    kind: 'info' as const,
    title,
    text: t`Attempt ${attempt + 1} of ${ATTEMPTS} in ${waitMs / 1000} seconds…`,
  },
});

/** Speed over the last seconds and the remaining time, from samples of bytes sent. */
export class TransferRate {
  #samples: { at: number; sent: number }[] = [];

  record(sent: number, at: number = performance.now()): void {
    this.#samples = [...this.#samples.filter((sample) => at - sample.at < 5000), { at, sent }];
  }

  /** Bytes a second; null until there is something to go by. */
  speed(): number | null {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (!first || !last || last.at - first.at < 300) return null;
    return Math.max(0, ((last.sent - first.sent) / (last.at - first.at)) * 1000);
  }

  secondsLeft(sent: number, total: number): number | null {
    const speed = this.speed();
    return speed ? (total - sent) / speed : null;
  }
}

/** 3.1 MB/s, 41 KB */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} KB`;
  return `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;
}

export function formatLeft(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  if (seconds < 60) return t`${whole} s left`;
  const minutes = Math.ceil(seconds / 60);
  return t`${minutes} min left`;
}
