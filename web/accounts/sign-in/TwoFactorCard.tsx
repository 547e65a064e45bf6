import { Trans } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { Button, buttonClasses } from '#web/ui/controls/Button.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { confirm } from '#web/ui/dialogs/confirm.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { FormError } from '#web/ui/controls/FormNotes.tsx';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { QrCode } from '#web/ui/lists/QrCode.tsx';
import { CodeField } from './TwoFactorForm.tsx';
import {
  useStartTwoFactor,
  useConfirmTwoFactor,
  useMakeRecoveryCodes,
  useTwoFactor,
  useDisableTwoFactor,
} from './security.queries.ts';

export function TwoFactorCard() {
  const { data, error, refetch } = useTwoFactor();
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <Card
      title={t`Two-factor authentication`}
      aside={data && <Badge tone={data.on ? 'ok' : 'plain'}>{data.on ? t`On` : t`Off`}</Badge>}
    >
      <p className="mb-4 text-ink-soft">
        {t`After your password, you’ll enter a code from an authenticator app. A stolen password alone isn’t enough to sign in.`}
      </p>
      {error && <ErrorState title={t`Couldn’t load this`} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-12" />}
      {data?.required && !data.on && (
        <p className="mb-4 rounded-control bg-warn/14 px-3.5 py-2.5 text-sm text-warn">
          {t`Your role requires two-factor authentication. Until you turn it on, you only have member access.`}
        </p>
      )}
      {data?.on === false && <SwitchOn onDone={setCodes} />}
      {data?.on && <Manage left={data.recoveryCodesLeft} onCodes={setCodes} />}
      {codes && <CodesDialog codes={codes} onClose={() => setCodes(null)} />}
    </Card>
  );
}

function SwitchOn({ onDone }: { onDone: (codes: string[]) => void }) {
  const begin = useStartTwoFactor();
  return (
    <>
      <Button pending={begin.isPending} onClick={() => begin.mutate()}>
        {t`Turn on`}
      </Button>
      <FormError>{begin.error?.message}</FormError>
      {begin.data && (
        <SetUpDialog
          {...begin.data}
          onClose={begin.reset}
          onDone={(codes) => {
            begin.reset();
            onDone(codes);
          }}
        />
      )}
    </>
  );
}

interface SetUp {
  secret: string;
  uri: string;
  onClose: () => void;
  onDone: (codes: string[]) => void;
}

function SetUpDialog({ secret, uri, onClose, onDone }: SetUp) {
  const form = useForm(useFields({ code: '' }), useConfirmTwoFactor(), {
    check: ({ code }) => (code.trim() ? {} : { code: t`Please enter the code.` }),
    onSent: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  return (
    <Dialog title={t`Turn on two-factor authentication`} onClose={onClose} locked={form.pending}>
      <Form form={form} button={t`Turn on`} whole>
        <p className="text-ink-soft">{t`Scan this code with your authenticator app.`}</p>
        <QrCode text={uri} label={t`QR code for your authenticator app`} />
        <p className="text-sm text-ink-soft">
          <Trans>
            On this device?{' '}
            <a href={uri} className="font-semibold text-accent-text underline underline-offset-4">
              Open the app
            </a>
            , or type this key:{' '}
            <code className="wrap-anywhere text-ink">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
          </Trans>
        </p>
        <CodeField {...form.field('code')} hint={t`The 6-digit code shown in your app.`} />
        <p className="text-sm text-ink-soft">{t`You’ll be signed out everywhere else.`}</p>
      </Form>
    </Dialog>
  );
}

function Manage({ left, onCodes }: { left: number; onCodes: (codes: string[]) => void }) {
  const renew = useMakeRecoveryCodes();
  const off = useDisableTwoFactor();
  const switchOff = async () => {
    const title = t`Turn off two-factor authentication?`;
    const text = t`You’ll sign in with just your password, and your recovery codes will stop working.`;
    if (await confirm({ title, text, action: t`Turn off`, danger: true })) off.mutate();
  };
  return (
    <>
      <p className="mb-4 text-sm text-ink-soft">
        {t`${left} of 10 recovery codes left. Use them to sign in if you lose your phone.`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          pending={renew.isPending}
          onClick={() =>
            renew.mutate(undefined, { onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes) })
          }
        >
          {t`New recovery codes`}
        </Button>
        <Button pending={off.isPending} onClick={() => void switchOff()}>
          {t`Turn off`}
        </Button>
      </div>
      <FormError>{renew.error?.message ?? off.error?.message}</FormError>
    </>
  );
}

function CodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const file = `data:text/plain,${encodeURIComponent(`${codes.join('\n')}\n`)}`;
  return (
    <Dialog
      title={t`Your recovery codes`}
      onClose={onClose}
      actions={
        <>
          <a href={file} download="recovery-codes.txt" className={buttonClasses('secondary', 'md')}>
            {t`Download`}
          </a>
          <Button onClick={() => window.print()}>{t`Print`}</Button>
          <Button variant="primary" onClick={onClose}>
            {t`I’ve saved them`}
          </Button>
        </>
      }
    >
      <p className="mb-4 text-ink-soft">
        {t`If you lose your authenticator app, each code signs you in once. Save them somewhere other than your phone. You won’t see them again.`}
      </p>
      <ul className="grid gap-y-1.5 font-mono">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </Dialog>
  );
}
