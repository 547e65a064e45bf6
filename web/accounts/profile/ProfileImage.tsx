import { t } from '@lingui/core/macro';
import { Camera } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { MAX_PROFILE_IMAGE } from '#contract/accounts/accounts.ts';
import type { Me } from '#contract/accounts/accounts.ts';
import { ApiError } from '#web/app/client/call.ts';
import { backend } from '#web/app/client/backend.ts';
import { Avatar } from '#web/ui/lists/Avatar.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { FormError, FormNotice } from '#web/ui/controls/FormNotes.tsx';
import { useRemoveProfileImage, useSetProfileImage } from '../accounts.queries.ts';

const SHOWN_MS = 3000;

/** The profile image; image files only. The success message is shown for 3 s. */
export function ProfileImage({ me }: { me: Me }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const upload = useSetProfileImage();
  const remove = useRemoveProfileImage();
  const [problem, setProblem] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => setDone(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [done]);

  const failed = (error: Error): void =>
    setProblem(error instanceof ApiError ? error.message : t`Couldn’t upload the image. Please try again.`);
  const choose = (file: File | undefined): void => {
    if (!file) return;
    setDone(null);
    const wrong = !file.type.startsWith('image/')
      ? t`Please choose an image file.`
      : file.size > MAX_PROFILE_IMAGE
        ? t`Please choose an image up to 10 MB.`
        : null;
    setProblem(wrong);
    if (!wrong) upload.mutate(file, { onSuccess: () => setDone(t`Profile image updated`), onError: failed });
    if (input.current) input.current.value = '';
  };
  return (
    <div className="flex flex-wrap items-center gap-5">
      <Avatar
        src={backend(me.profileImageUrl)}
        name={t`Your profile image`}
        size="xl"
        className="ring-2 ring-line"
      />
      <div className="flex min-w-0 flex-col gap-2">
        <input
          ref={input}
          id={id}
          type="file"
          accept="image/*"
          aria-label={t`Profile image`}
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => choose(event.target.files?.[0])}
        />
        <div className="flex flex-wrap gap-2">
          <Button pending={upload.isPending} onClick={() => input.current?.click()}>
            <Camera aria-hidden="true" />
            {t`Change image`}
          </Button>
          {me.profileImageUrl && (
            <Button
              variant="quiet"
              pending={remove.isPending}
              onClick={() =>
                remove.mutate(undefined, {
                  onSuccess: () => setDone(t`Profile image removed`),
                  onError: failed,
                })
              }
            >
              {t`Remove`}
            </Button>
          )}
        </div>
        <p className="text-sm text-ink-soft">{t`JPEG, PNG, WebP, GIF or AVIF, up to 10 MB.`}</p>
        <FormNotice>{done}</FormNotice>
        <FormError>{problem}</FormError>
      </div>
    </div>
  );
}
