import { useState } from 'react';
import type { FormEvent } from 'react';
import { MAX_BIO, MAX_DISPLAY_NAME } from '#contract/accounts.ts';
import type { Me } from '#contract/accounts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field, TextArea } from '#web/ui/Field.tsx';
import { FormError, FormNotice } from './AuthCard.tsx';
import { fieldError, useSaveProfile } from './accounts.queries.ts';

export function ProfileForm({ me }: { me: Me }) {
  const [displayName, setDisplayName] = useState(me.displayName ?? '');
  const [bio, setBio] = useState(me.bio ?? '');
  const save = useSaveProfile();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!save.isPending) save.mutate({ displayName, bio });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field
        label="Display name"
        name="displayName"
        value={displayName}
        onChange={(event) => setDisplayName(event.target.value)}
        autoComplete="name"
        maxLength={MAX_DISPLAY_NAME}
        placeholder={me.username}
        error={fieldError(save.error, 'displayName')}
      />
      <TextArea
        label="Bio"
        name="bio"
        value={bio}
        onChange={(event) => setBio(event.target.value)}
        maxLength={MAX_BIO}
        error={fieldError(save.error, 'bio')}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" pending={save.isPending}>
          Save profile
        </Button>
        <FormNotice>{save.isSuccess && 'Saved'}</FormNotice>
        <FormError>{save.error && 'Failed to save'}</FormError>
      </div>
    </form>
  );
}
