import { t } from '@lingui/core/macro';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { useMe } from '#web/app/session/me.ts';
import { Field } from '#web/ui/controls/Field.tsx';
import { FormNotice } from '#web/ui/controls/FormNotes.tsx';
import { useTestConnection } from './settings.queries.ts';

/** An address such as admin@localhost gets no mail from anywhere. */
const isReachable = (email: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email);

/** Sends one email, by default to the admin's own address. */
export function MailTest() {
  const { me } = useMe();
  return me ? <MailTestForm email={me.email && isReachable(me.email) ? me.email : ''} /> : null;
}

function MailTestForm({ email }: { email: string }) {
  const run = useTestConnection('mail');
  const fields = useFields({ to: email });
  const form = useForm(fields, run, {
    toInput: ({ to }) => to.trim(),
    check: ({ to }): { to?: string } =>
      isReachable(to.trim()) ? {} : { to: t`Please enter an email address you can check.` },
  });
  return (
    <Form
      form={form}
      button={t`Send a test`}
      variant="secondary"
      size="sm"
      className="gap-3"
      problem={form.problem?.message ?? (run.data && !run.data.ok ? run.data.message : null)}
      beside={<FormNotice>{run.data?.ok && run.data.message}</FormNotice>}
    >
      <Field
        label={t`Send the test to`}
        type="email"
        inputMode="email"
        autoComplete="email"
        {...form.field('to')}
      />
    </Form>
  );
}
