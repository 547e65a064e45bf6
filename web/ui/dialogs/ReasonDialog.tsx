import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { MAX_REASON } from '#contract/values.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { TextArea } from '#web/ui/controls/Field.tsx';

/** Asks for a reason, which the person will read. */
export function ReasonDialog({
  title,
  text,
  action,
  pending,
  error,
  onClose,
  onReason,
}: {
  title: string;
  /** What will happen. */
  text?: string;
  action: string;
  pending: boolean;
  error?: string | null;
  onClose: () => void;
  onReason: (reason: string) => void;
}) {
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (reason.trim() && !pending) onReason(reason);
  };
  return (
    <Dialog title={title} onClose={onClose} locked={pending}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {text && <p className="text-ink-soft">{text}</p>}
        <TextArea
          label={t`Reason`}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          maxLength={MAX_REASON}
          hint={t`We’ll email this to them.`}
          error={error}
        />
        <div className="flex justify-end gap-2">
          <Button variant="quiet" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit" variant="danger" disabled={!reason.trim()} pending={pending}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
