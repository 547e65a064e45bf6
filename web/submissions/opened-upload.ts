import type { Submission } from '#contract/submissions.ts';
import { createStore } from '#web/ui/store.ts';

/** The upload dialog that stands open: whose it is, and the own video that gets another file by it. */
export const openedUpload = createStore<{ by: number; replaces: Submission | null } | null>(null);

export function openUpload(by: number, replaces: Submission | null = null): void {
  openedUpload.set({ by, replaces });
}

export const closeUpload = (): void => openedUpload.set(null);
