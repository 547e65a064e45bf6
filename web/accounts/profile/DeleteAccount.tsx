import { Trans } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { Me } from '#contract/accounts/accounts.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { paths } from '#web/app/paths.ts';
import { leaveBrowser } from '#web/app/session/personal.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { useDeleteAccount } from '../accounts.queries.ts';

export function DeleteAccount({ me }: { me: Me }) {
  const [isConfirming, setConfirming] = useState(false);
  return (
    <Card title={t`Delete my account`}>
      <p className="mb-4 text-ink-soft">
        {t`This permanently deletes your profile, sessions and cart, and removes your videos. Posts and comments stay, attributed to a deleted user, and orders stay on record. You can’t undo this, so export your data first if you need it.`}
      </p>
      <Button variant="danger" onClick={() => setConfirming(true)}>
        {t`Delete my account`}
      </Button>
      {isConfirming && <DeleteDialog username={me.username} onClose={() => setConfirming(false)} />}
    </Card>
  );
}

function DeleteDialog({ username, onClose }: { username: string; onClose: () => void }) {
  const navigate = useNavigate();
  const remove = useDeleteAccount();
  const form = useForm(useFields({ confirmUsername: '' }), remove, {
    ready: ({ confirmUsername }) => confirmUsername.trim() === username,
    onSent: () => {
      leaveBrowser();
      void navigate(paths.home(), { replace: true });
      toast(t`Your account has been deleted`, { kind: 'info' });
    },
  });
  return (
    <Dialog title={t`Delete my account`} onClose={onClose} locked={form.pending}>
      <Form form={form} button={t`Delete permanently`} variant="danger" problem={false} onCancel={onClose}>
        <p className="text-ink-soft">
          <Trans>
            This can’t be undone. Type{' '}
            <strong dir="auto" className="text-ink">
              {username}
            </strong>{' '}
            to confirm.
          </Trans>
        </p>
        <Field
          label={t`Your username`}
          {...form.field('confirmUsername')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={remove.error?.message}
        />
      </Form>
    </Dialog>
  );
}
