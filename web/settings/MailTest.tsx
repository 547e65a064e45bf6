import { useFields, useForm } from '#web/app/form.ts';
import { useMe } from '#web/app/me.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { FormError, FormNotice } from '#web/ui/controls/FormNotes.tsx';
import { useTestConnection } from './settings.queries.ts';

/** An address such as admin@localhost gets no mail from anywhere. */
const isReachable = (email: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email);

/** Sends one email, to the admin unless they say where. */
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
      isReachable(to.trim()) ? {} : { to: 'Please give an email address where you can look for it.' },
  });
  return (
    <form {...form.attributes} className="flex flex-col gap-3">
      <Field
        label="Send the test to"
        type="email"
        inputMode="email"
        autoComplete="email"
        {...form.field('to')}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" type="submit" pending={form.pending}>
          Send a test
        </Button>
        <FormNotice>{run.data?.ok && run.data.message}</FormNotice>
        <FormError>{form.problem?.message ?? (run.data && !run.data.ok ? run.data.message : null)}</FormError>
      </div>
    </form>
  );
}
