import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { createStore, useStore } from './store.ts';

interface Question {
  title: string;
  text?: string;
  /** What the button does, e.g. "Delete". */
  action: string;
  danger?: boolean;
}

const asked = createStore<(Question & { answer: (yes: boolean) => void }) | null>(null);

/** Asks in the product's own dialog; resolves to whether the person agreed. */
export function confirm(question: Question): Promise<boolean> {
  asked.get()?.answer(false);
  return new Promise((resolve) => {
    asked.set({ ...question, answer: (yes) => { asked.set(null); resolve(yes); } });
  });
}

/** Mounted once, by the shell. */
export function ConfirmHost() {
  const question = useStore(asked);
  if (!question) return null;
  return (
    <Dialog
      title={question.title} onClose={() => question.answer(false)}
      actions={<>
        <Button look="quiet" onClick={() => question.answer(false)}>Cancel</Button>
        <Button look={question.danger ? 'danger' : 'primary'} onClick={() => question.answer(true)}>{question.action}</Button>
      </>}
    >
      {question.text && <p className="text-ink-soft">{question.text}</p>}
    </Dialog>
  );
}
