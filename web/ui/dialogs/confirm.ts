import { createStore } from '../store.ts';

interface Question {
  title: string;
  text?: string;
  /** What the button does, e.g. "Delete". */
  action: string;
  /** The label of the other button, which changes nothing; "Cancel" by default. */
  cancelLabel?: string;
  danger?: boolean;
}

/** The question on the screen; shown by ConfirmDialog.tsx, which is fetched with the first one. */
export const confirmRequest = createStore<(Question & { answer: (yes: boolean) => void }) | null>(null);

/** Asks in the product's own dialog; resolves to whether the person agreed. */
export function confirm(question: Question): Promise<boolean> {
  confirmRequest.get()?.answer(false);
  return new Promise((resolve) => {
    confirmRequest.set({
      ...question,
      answer: (yes) => {
        confirmRequest.set(null);
        resolve(yes);
      },
    });
  });
}
