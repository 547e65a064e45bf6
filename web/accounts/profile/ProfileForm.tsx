import { MAX_BIO, MAX_DISPLAY_NAME } from '#contract/accounts.ts';
import type { Me } from '#contract/accounts.ts';
import { useFields, useForm } from '#web/app/form.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field, TextArea } from '#web/ui/controls/Field.tsx';
import { FormError, FormNotice } from '#web/ui/controls/FormNotes.tsx';
import { useSaveProfile } from '../accounts.queries.ts';

export function ProfileForm({ me }: { me: Me }) {
  const save = useSaveProfile();
  const form = useForm(useFields({ displayName: me.displayName ?? '', bio: me.bio ?? '' }), save, {});
  return (
    <form {...form.attributes} className="flex flex-col gap-4">
      <Field
        label="Display name"
        {...form.field('displayName')}
        autoComplete="name"
        maxLength={MAX_DISPLAY_NAME}
        placeholder={me.username}
      />
      <TextArea label="Bio" {...form.field('bio')} maxLength={MAX_BIO} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" pending={form.pending}>
          Save profile
        </Button>
        <FormNotice>{form.sent && 'Saved'}</FormNotice>
        <FormError>{save.error && 'Failed to save'}</FormError>
      </div>
    </form>
  );
}
