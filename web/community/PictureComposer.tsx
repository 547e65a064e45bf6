import { t } from '@lingui/core/macro';
import { ImagePlus, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { MAX_POST_PICTURES } from '#contract/community/community.ts';
import { MAX_PICTURE_ALT } from '#contract/values.ts';
import { ApiError } from '#web/app/client/call.ts';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { PICTURE_FILES, problemOfPicture } from '#web/ui/controls/picture-files.ts';
import { Spinner } from '#web/ui/lists/Spinner.tsx';
import { uploadPostPicture } from './community.queries.ts';

/** A picture for a post that is being written. */
export interface ChosenPicture {
  /** The file itself, as an address of this page alone. */
  preview: string;
  /** Null until the server assigns one. */
  id: number | null;
  alt: string;
}

/** The pictures of a post that is being written: uploaded as they are chosen. */
export function useChosenPictures() {
  const [pictures, setPictures] = useState<ChosenPicture[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const previews = useRef(new Set<string>());
  useEffect(() => {
    const objectUrls = previews.current;
    return () => objectUrls.forEach((preview) => URL.revokeObjectURL(preview));
  }, []);
  const change = (preview: string, by: Partial<ChosenPicture>): void =>
    setPictures((before) => before.map((each) => (each.preview === preview ? { ...each, ...by } : each)));
  const remove = (preview: string): void =>
    setPictures((before) => before.filter((each) => each.preview !== preview));
  const upload = async (file: File): Promise<void> => {
    const preview = URL.createObjectURL(file);
    previews.current.add(preview);
    setPictures((before) => [...before, { preview, id: null, alt: '' }]);
    try {
      change(preview, { id: (await uploadPostPicture(file)).id });
    } catch (error) {
      remove(preview);
      const why = error instanceof ApiError ? error.message : t`Couldn’t upload it. Please try again.`;
      setProblem(`${file.name}: ${why}`);
    }
  };
  const add = (files: File[]): void => {
    const remaining = MAX_POST_PICTURES - pictures.length;
    const wrong = files.find((file) => problemOfPicture(file) !== null);
    if (wrong) setProblem(`${wrong.name}: ${problemOfPicture(wrong)}`);
    else setProblem(files.length > remaining ? t`Up to ${MAX_POST_PICTURES} pictures.` : null);
    for (const file of files.filter((each) => problemOfPicture(each) === null).slice(0, remaining))
      void upload(file);
  };
  return {
    pictures,
    problem,
    add,
    remove,
    describe: (preview: string, alt: string) => change(preview, { alt }),
    clear: () => setPictures([]),
    giveBack: (lost: ChosenPicture[]) =>
      setPictures((since) => [...lost, ...since].slice(0, MAX_POST_PICTURES)),
  };
}

export type ChosenPictures = ReturnType<typeof useChosenPictures>;

export function PictureComposer({ chosen, error }: { chosen: ChosenPictures; error: string | undefined }) {
  const problem = chosen.problem ?? error;
  return (
    <>
      {chosen.pictures.length > 0 && (
        <ol aria-label={t`Pictures`} className="flex flex-col gap-3">
          {chosen.pictures.map(({ preview, id, alt }, at) => (
            <li key={preview} className="flex items-end gap-3">
              <div className="relative size-20 shrink-0 overflow-hidden rounded-control bg-raised">
                <img src={preview} alt="" className="size-full object-cover" />
                {id === null && (
                  <span className="absolute inset-0 grid place-items-center bg-scrim text-on-scrim">
                    <Spinner />
                  </span>
                )}
              </div>
              <div className="min-w-0 flex-1">
                <Field
                  label={t`Alt text, picture ${at + 1}`}
                  maxLength={MAX_PICTURE_ALT}
                  placeholder={t`Describe the picture`}
                  value={alt}
                  onChange={(event) => chosen.describe(preview, event.target.value)}
                />
              </div>
              <IconButton label={t`Remove picture ${at + 1}`} onClick={() => chosen.remove(preview)}>
                <X />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
      {problem && (
        <p role="alert" className="text-sm break-words text-bad">
          {problem}
        </p>
      )}
    </>
  );
}

export function AddPictures({ chosen }: { chosen: ChosenPictures }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        accept={PICTURE_FILES}
        aria-label={t`Picture files`}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          chosen.add(Array.from(event.target.files ?? []));
          event.target.value = '';
        }}
      />
      <Button
        variant="quiet"
        disabled={chosen.pictures.length >= MAX_POST_PICTURES}
        onClick={() => input.current?.click()}
      >
        <ImagePlus aria-hidden="true" />
        {/* icon only on phones: the two buttons fit on one row in every language */}
        <span className="max-sm:sr-only">{t`Add pictures`}</span>
      </Button>
    </>
  );
}
