import { Trans } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { MAX_PASSKEY_NAME, type Passkey } from '#contract/accounts/security.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { confirm } from '#web/ui/dialogs/confirm.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { FormError } from '#web/ui/controls/FormNotes.tsx';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { knowsPasskeys, passkeyProblem } from './passkey.ts';
import {
  useAddPasskey,
  useDeletePasskey,
  usePasskeys,
  useRenamePasskey,
  useTwoFactor,
} from './security.queries.ts';

export function PasskeysCard() {
  const { data, error, refetch } = usePasskeys();
  const rpId = useTwoFactor().data?.passkeyDomain;
  const [adding, setAdding] = useState(false);
  const remove = useDeletePasskey();
  return (
    <Card
      title={t`Passkeys`}
      aside={
        knowsPasskeys() && (
          <Button size="sm" onClick={() => setAdding(true)}>
            {t`Add a passkey`}
          </Button>
        )
      }
    >
      <p className="mb-4 text-ink-soft">
        {t`Sign in with your fingerprint, face or device PIN. A passkey replaces both your password and two-factor code, and it only works on this site.`}
      </p>
      {!knowsPasskeys() && (
        <p className="mb-4 text-sm font-semibold">
          {t`This browser doesn’t support passkeys, or the site was opened without HTTPS. Use your password here, or add passkeys in another browser.`}
        </p>
      )}
      {error && <ErrorState title={t`Couldn’t load your passkeys`} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-12" />}
      <ul className="divide-y divide-line">
        {data?.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            removing={remove.isPending && remove.variables === passkey.id}
            onRemove={() => remove.mutate(passkey.id)}
          />
        ))}
      </ul>
      <FormError>{remove.error?.message}</FormError>
      {data && rpId && (
        <p className="mt-4 text-sm text-ink-soft">
          {data.length === 0 && <span>{t`None yet.`} </span>}
          <Trans>
            Passkeys only work at <strong className="text-ink">{rpId}</strong>. If this site moves to another
            address, sign in there with your password and add new ones.
          </Trans>
        </p>
      )}
      {adding && <AddDialog onClose={() => setAdding(false)} />}
    </Card>
  );
}

function PasskeyRow({
  passkey,
  removing,
  onRemove,
}: {
  passkey: Passkey;
  removing: boolean;
  onRemove: () => void;
}) {
  const [renaming, setRenaming] = useState(false);
  const confirmRemove = async () => {
    const title = t`Remove passkey “${passkey.name}”?`;
    if (
      await confirm({
        title,
        text: t`You won’t be able to sign in with it anymore.`,
        action: t`Remove`,
        danger: true,
      })
    )
      onRemove();
  };
  return (
    <li className="flex flex-wrap items-center gap-3 py-3 first:pt-0">
      <KeyRound aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold wrap-anywhere">
          <bdi>{passkey.name}</bdi> {!passkey.usable && <Badge tone="warn">{t`For another address`}</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-ink-soft">
          <span>{passkey.synced ? t`Synced across devices` : t`On one device`}</span>
          {passkey.lastUsedAt ? (
            <span>
              {t`last used`} <Time at={passkey.lastUsedAt} />
            </span>
          ) : (
            <span>{t`never used`}</span>
          )}
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="sm" aria-label={t`Rename ${passkey.name}`} onClick={() => setRenaming(true)}>
          {t`Rename`}
        </Button>
        <Button
          size="sm"
          aria-label={t`Remove ${passkey.name}`}
          pending={removing}
          onClick={() => void confirmRemove()}
        >
          {t`Remove`}
        </Button>
      </div>
      {renaming && <RenameDialog passkey={passkey} onClose={() => setRenaming(false)} />}
    </li>
  );
}

function AddDialog({ onClose }: { onClose: () => void }) {
  const add = useAddPasskey();
  const form = useForm(useFields({ name: '' }), add, {
    toInput: ({ name }) => ({ name: name.trim() || t`Passkey` }),
    onSent: onClose,
  });
  return (
    <Dialog title={t`Add a passkey`} onClose={onClose} locked={form.pending}>
      <Form form={form} button={t`Continue`} whole problem={passkeyProblem(add.error)}>
        <NameField {...form.field('name')} />
      </Form>
    </Dialog>
  );
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const form = useForm(useFields({ name: passkey.name }), useRenamePasskey(), {
    ready: ({ name }) => name.trim() !== '',
    toInput: ({ name }) => ({ id: passkey.id, name }),
    onSent: onClose,
  });
  return (
    <Dialog title={t`Rename passkey`} onClose={onClose} locked={form.pending}>
      <Form form={form} button={t`Rename`} whole>
        <NameField {...form.field('name')} />
      </Form>
    </Dialog>
  );
}

function NameField(props: Partial<React.ComponentProps<typeof Field>>) {
  return (
    <Field
      label={t`Passkey name`}
      hint={t`A name you’ll remember, such as “My phone”.`}
      {...props}
      maxLength={MAX_PASSKEY_NAME}
      autoComplete="off"
    />
  );
}
