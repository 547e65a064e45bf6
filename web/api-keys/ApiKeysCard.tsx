import { t } from '@lingui/core/macro';
import { SquareTerminal } from 'lucide-react';
import { useState } from 'react';
import { MAX_KEY_NAME, type ApiKey } from '#contract/api-keys/api-keys.ts';
import type { KeyScope } from '#contract/endpoint.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field, Select } from '#web/ui/controls/Field.tsx';
import { FormError } from '#web/ui/controls/FormNotes.tsx';
import { confirm } from '#web/ui/dialogs/confirm.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { formatDay } from '#web/ui/days.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { useCreateKey, useKeys, useRevokeKey } from './api-keys.queries.ts';

const scopes = (): { scope: KeyScope; label: string }[] => [
  { scope: 'READ_OWN', label: t`Read your content` },
  { scope: 'UPLOAD', label: t`Upload videos` },
  { scope: 'MANAGE_OWN', label: t`Edit and delete your content` },
];

/** API keys: each with its scopes, end and last use. */
export function KeysCard() {
  const { data, error, refetch } = useKeys();
  const [making, setMaking] = useState(false);
  const [createdKey, setCreatedKey] = useState<string | null>(null);
  const revoke = useRevokeKey();
  return (
    <Card>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-3">
        <p className="min-w-0 flex-1 basis-64 text-ink-soft">
          {t`Scripts sign in with an API key instead of your password and can only do what the key allows.`}
        </p>
        <Button size="sm" onClick={() => setMaking(true)}>
          {t`Create API key`}
        </Button>
      </div>
      {error && <ErrorState title={t`Couldn’t load your API keys`} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-12" />}
      {data?.length === 0 && <p className="text-sm">{t`No API keys yet.`}</p>}
      <ul className="divide-y divide-line">
        {data?.map((key) => (
          <KeyRow
            key={key.id}
            one={key}
            revoking={revoke.isPending && revoke.variables === key.id}
            onRevoke={() => revoke.mutate(key.id)}
          />
        ))}
      </ul>
      <FormError>{revoke.error?.message}</FormError>
      {making && (
        <MakeDialog
          onClose={() => setMaking(false)}
          onCreated={(key) => {
            setMaking(false);
            setCreatedKey(key);
          }}
        />
      )}
      {createdKey !== null && (
        <CreatedKeyDialog createdKey={createdKey} onClose={() => setCreatedKey(null)} />
      )}
    </Card>
  );
}

function KeyRow({ one, revoking, onRevoke }: { one: ApiKey; revoking: boolean; onRevoke: () => void }) {
  const { name } = one;
  const hasEnded = useState(() => Date.now())[0] >= Date.parse(one.expiresAt);
  const ends = formatDay(one.expiresAt);
  const confirmRevoke = async () => {
    const title = t`Revoke API key “${name}”?`;
    const text = t`Anything that uses this key stops working immediately.`;
    if (await confirm({ title, text, action: t`Revoke`, danger: true })) onRevoke();
  };
  return (
    <li className="flex flex-wrap items-center gap-3 py-3 first:pt-0">
      <SquareTerminal aria-hidden="true" className="size-5 shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold wrap-anywhere">
          <bdi>{name}</bdi> {hasEnded && <Badge tone="warn">{t`Expired`}</Badge>}
        </p>
        <p className="text-sm text-ink-soft">
          {scopes()
            .filter(({ scope }) => one.scopes.includes(scope))
            .map(({ label }) => label)
            .join(' · ')}
        </p>
        <p className="flex flex-wrap gap-x-3 text-sm text-ink-soft">
          <span>{t`Expires ${ends}`}</span>
          {one.lastUsedAt ? (
            <span>
              <span>{t`Last used`}</span> <Time at={one.lastUsedAt} />
            </span>
          ) : (
            <span>{t`never used`}</span>
          )}
        </p>
      </div>
      <Button
        size="sm"
        aria-label={t`Revoke ${name}`}
        pending={revoking}
        onClick={() => void confirmRevoke()}
      >
        {t`Revoke`}
      </Button>
    </li>
  );
}

const DAY_MS = 24 * 3600 * 1000;

function MakeDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (key: string) => void }) {
  const fields = useFields({ name: '', days: '90', READ_OWN: true, UPLOAD: false, MANAGE_OWN: false });
  const form = useForm(fields, useCreateKey(), {
    ready: (values) => values.name.trim() !== '' && scopes().some(({ scope }) => values[scope]),
    toInput: ({ name, days, ...chosen }) => ({
      name: name.trim(),
      scopes: scopes()
        .map(({ scope }) => scope)
        .filter((scope) => chosen[scope]),
      expiresAt: new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
    }),
    onSent: ({ key }) => onCreated(key),
  });
  return (
    <Dialog title={t`Create API key`} onClose={onClose} locked={form.pending}>
      <Form form={form} button={t`Create key`} whole>
        <Field
          label={t`Key name`}
          hint={t`A name you’ll remember, such as “Camera upload”.`}
          {...form.field('name')}
          maxLength={MAX_KEY_NAME}
          autoComplete="off"
        />
        <fieldset className="flex flex-col gap-1">
          <legend className="mb-1 text-sm font-semibold">{t`Permissions`}</legend>
          {scopes().map(({ scope, label }) => (
            <label key={scope} className="flex min-h-9 items-center gap-3">
              <input type="checkbox" className="size-5 accent-accent" {...form.checkbox(scope)} />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
        <Select label={t`Expires in`} {...form.field('days')}>
          <option value="30">{t`30 days`}</option>
          <option value="90">{t`90 days`}</option>
          <option value="365">{t`1 year`}</option>
        </Select>
      </Form>
    </Dialog>
  );
}

function CreatedKeyDialog({ createdKey, onClose }: { createdKey: string; onClose: () => void }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(createdKey);
      toast(t`Key copied`);
    } catch {
      toast(t`Copy the key manually.`, { kind: 'info' });
    }
  };
  return (
    <Dialog title={t`Your new API key`} onClose={onClose}>
      <p className="mb-3">{t`Copy it now. You won’t see it again.`}</p>
      <p className="mb-4 rounded-control bg-raised p-3 font-mono text-sm break-all select-all">
        {createdKey}
      </p>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="quiet" onClick={onClose}>
          {t`Done`}
        </Button>
        <Button variant="primary" onClick={() => void copy()}>
          {t`Copy key`}
        </Button>
      </div>
    </Dialog>
  );
}
