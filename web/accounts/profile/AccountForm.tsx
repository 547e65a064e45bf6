import { t } from '@lingui/core/macro';
import type { Me } from '#contract/accounts/accounts.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { FormError, FormNotice } from '#web/ui/controls/FormNotes.tsx';
import { useSaveAccount, useSendVerification } from '../accounts.queries.ts';
import { emailProblem, usernameProblem } from '../person.rules.ts';

/** Email and username. A new email applies at once and needs confirmation. */
export function AccountForm({ me }: { me: Me }) {
  const save = useSaveAccount();
  const form = useForm(useFields({ email: me.email ?? '', username: me.username }), save, {
    done: t`Saved`,
    check: ({ email, username }) => {
      const name = usernameProblem(username);
      // who signed up with a provider may have no address
      const address = email.trim() === (me.email ?? '') ? null : emailProblem(email);
      return { ...(name && { username: name }), ...(address && { email: address }) };
    },
  });
  return (
    <Card
      title={t`Email and username`}
      aside={
        me.email && (
          <Badge tone={me.emailVerified ? 'ok' : 'warn'}>
            {me.emailVerified ? t`Email confirmed` : t`Email not confirmed`}
          </Badge>
        )
      }
    >
      <Form form={form} button={t`Save`} problem={save.error && t`Failed to save`}>
        <Field
          label={t`Email`}
          {...form.field('email')}
          type="email"
          autoComplete="email"
          hint={t`When you change it, we email both addresses: the new one to confirm it, the old one in case it wasn’t you.`}
        />
        <Field
          label={t`Username`}
          {...form.field('username')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Form>
      {!me.emailVerified && me.email && <VerificationNotice key={me.email} />}
    </Card>
  );
}

function VerificationNotice() {
  const send = useSendVerification();
  return (
    <div className="mt-5 flex flex-wrap items-center gap-3 border-t border-line pt-4">
      <p className="min-w-0 flex-1 text-sm text-ink-soft">
        {t`Please confirm your address with the link we emailed you.`}
      </p>
      <Button size="sm" pending={send.isPending} onClick={() => send.mutate()}>
        {t`Send again`}
      </Button>
      <FormNotice>{send.isSuccess && t`Confirmation email sent`}</FormNotice>
      <FormError>{send.error?.message}</FormError>
    </div>
  );
}
