import { t } from '@lingui/core/macro';
import { MAX_BIO, MAX_DISPLAY_NAME } from '#contract/accounts/accounts.ts';
import type { Me } from '#contract/accounts/accounts.ts';
import { MAX_SUPPORT_LINK } from '#contract/videos/labels.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { Field, TextArea } from '#web/ui/controls/Field.tsx';
import { useSaveProfile } from '../accounts.queries.ts';

export function ProfileForm({ me, onSaved }: { me: Me; onSaved: () => void }) {
  const save = useSaveProfile();
  const form = useForm(
    useFields({ displayName: me.displayName ?? '', bio: me.bio ?? '', supportLink: me.supportLink ?? '' }),
    save,
    {
      done: t`Saved`,
      onSent: onSaved,
    },
  );
  return (
    <Form form={form} button={t`Save profile`} problem={save.error && t`Failed to save`}>
      <Field
        label={t`Display name`}
        {...form.field('displayName')}
        autoComplete="name"
        maxLength={MAX_DISPLAY_NAME}
        placeholder={me.username}
      />
      <TextArea label={t`Bio`} {...form.field('bio')} maxLength={MAX_BIO} />
      <Field
        label={t`Support link`}
        type="url"
        {...form.field('supportLink')}
        maxLength={MAX_SUPPORT_LINK}
        placeholder="https://"
        hint={t`Where people can support you. Shown on your page and with your videos.`}
      />
    </Form>
  );
}
