import { t } from '@lingui/core/macro';
import { Button } from '../controls/Button.tsx';
import { confirmRequest } from './confirm.ts';
import { Dialog } from './Dialog.tsx';
import { useStore } from '../store.ts';

export function ConfirmDialog() {
  const question = useStore(confirmRequest);
  if (!question) return null;
  return (
    <Dialog
      title={question.title}
      onClose={() => question.answer(false)}
      actions={
        <>
          <Button variant="quiet" onClick={() => question.answer(false)}>
            {question.cancelLabel ?? t`Cancel`}
          </Button>
          <Button variant={question.danger ? 'danger' : 'primary'} onClick={() => question.answer(true)}>
            {question.action}
          </Button>
        </>
      }
    >
      {question.text && <p className="text-ink-soft">{question.text}</p>}
    </Dialog>
  );
}
