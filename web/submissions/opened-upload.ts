import type { Submission } from '#contract/submissions/submissions.ts';
import { createStore } from '#web/ui/store.ts';

/** A video that is there already, and what it may be called. */
export interface SharedVideo {
  file: File;
  title: string;
}

/** The open upload dialog: whose it is, the video whose file it replaces, and its initial state. */
export const openedUpload = createStore<{
  by: number;
  replaces: Submission | null;
  file: SharedVideo | null;
} | null>(null);

export function openUpload(
  by: number,
  replaces: Submission | null = null,
  file: SharedVideo | null = null,
): void {
  openedUpload.set({ by, replaces, file });
}

export const closeUpload = (): void => openedUpload.set(null);
