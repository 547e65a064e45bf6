import { t } from '@lingui/core/macro';
import { ArrowLeft, ArrowRight, ImagePlus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { MAX_PICTURES } from '#contract/shop/product-input.ts';
import { MAX_PICTURE_ALT } from '#contract/values.ts';
import { ApiError } from '#web/app/client/call.ts';
import { backend } from '#web/app/client/backend.ts';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { PICTURE_FILES, problemOfPicture } from '#web/ui/controls/picture-files.ts';
import { ProductPicture } from '#web/ui/lists/ProductPicture.tsx';
import { uploadPicture } from './shop.queries.ts';

export interface Picture {
  url: string;
  alt: string;
}

type Change = (change: (pictures: Picture[]) => Picture[]) => void;

/** Edits a product's pictures: upload one by one, sort, describe, remove. Lists show the first. */
export function PictureEditor({
  pictures,
  onChange,
  onBusy,
  error,
}: {
  pictures: Picture[];
  onChange: Change;
  onBusy: (busy: boolean) => void;
  error: string | null;
}) {
  const input = useRef<HTMLInputElement>(null);
  const { waiting, problem, add } = useUploads(pictures.length, onChange, onBusy);
  const choose = (list: FileList | null): void => {
    add(Array.from(list ?? []));
    if (input.current) input.current.value = '';
  };
  return (
    <fieldset
      className="min-w-0 rounded-control border border-line p-4"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        choose(event.dataTransfer.files);
      }}
    >
      <legend className="px-1 text-sm font-semibold">{t`Pictures`}</legend>
      <ol aria-label={t`Pictures`} className="flex flex-col gap-4">
        {pictures.map((picture, index) => (
          <li key={picture.url} className="grid grid-cols-[6rem_1fr] items-start gap-3">
            <Row picture={picture} index={index} count={pictures.length} onChange={onChange} />
          </li>
        ))}
      </ol>
      <input
        ref={input}
        type="file"
        multiple
        accept={PICTURE_FILES}
        aria-label={t`Picture files`}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => choose(event.target.files)}
      />
      <Button
        size="sm"
        className={pictures.length ? 'mt-4' : ''}
        pending={waiting > 0}
        disabled={pictures.length >= MAX_PICTURES}
        onClick={() => input.current?.click()}
      >
        <ImagePlus aria-hidden="true" /> {t`Add pictures`}
      </Button>
      <p className="mt-2 text-sm text-ink-soft" role="status">
        {waiting > 0
          ? t`Uploading, ${waiting} to go…`
          : t`Up to ${MAX_PICTURES} JPEG, PNG, WebP or AVIF files, 10 MB each.`}
      </p>
      {(problem ?? error) && (
        <p role="alert" className="mt-1 text-sm break-words text-bad">
          {problem ?? error}
        </p>
      )}
    </fieldset>
  );
}

function Row({
  picture,
  index,
  count,
  onChange,
}: {
  picture: Picture;
  index: number;
  count: number;
  onChange: Change;
}) {
  const swapWith = (other: number): void =>
    onChange((before) =>
      before.map((each, at) => before[at === index ? other : at === other ? index : at] ?? each),
    );
  const describe = (alt: string): void =>
    onChange((before) => before.map((each, at) => (at === index ? { ...each, alt } : each)));
  return (
    <>
      <div className="aspect-[4/3] overflow-hidden rounded-control bg-accent-soft">
        <ProductPicture src={backend(picture.url)} alt="" sizes="6rem" />
      </div>
      <div className="min-w-0">
        <Field
          label={t`Alt text, picture ${index + 1}`}
          maxLength={MAX_PICTURE_ALT}
          placeholder={t`The frame from the front`}
          value={picture.alt}
          onChange={(event) => describe(event.target.value)}
        />
        <div className="mt-1 flex items-center">
          <IconButton
            small
            label={t`Move picture ${index + 1} forward`}
            disabled={index === 0}
            onClick={() => swapWith(index - 1)}
          >
            <ArrowLeft className="rtl:-scale-x-100" />
          </IconButton>
          <IconButton
            small
            label={t`Move picture ${index + 1} back`}
            disabled={index === count - 1}
            onClick={() => swapWith(index + 1)}
          >
            <ArrowRight className="rtl:-scale-x-100" />
          </IconButton>
          <IconButton
            small
            label={t`Remove picture ${index + 1}`}
            onClick={() => onChange((before) => before.filter((_, at) => at !== index))}
          >
            <Trash2 />
          </IconButton>
          {index === 0 && <span className="ms-2 text-sm text-ink-soft">{t`Shown in lists`}</span>}
        </div>
      </div>
    </>
  );
}

/** Uploads one file after the other; each is put to the pictures as it arrives. */
function useUploads(count: number, onChange: Change, onBusy: (busy: boolean) => void) {
  const [waiting, setWaiting] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (files: File[]): Promise<void> => {
    setWaiting(files.length);
    onBusy(true);
    for (const file of files) {
      const wrong = problemOfPicture(file);
      try {
        if (wrong === null) {
          const { url } = await uploadPicture(file);
          onChange((before) => [...before, { url, alt: '' }].slice(0, MAX_PICTURES));
        } else setProblem(`${file.name}: ${wrong}`);
      } catch (failure) {
        const why = failure instanceof ApiError ? failure.message : t`Couldn’t upload it. Please try again.`;
        setProblem(`${file.name}: ${why}`);
      }
      setWaiting((left) => left - 1);
    }
    onBusy(false);
  };
  const add = (files: File[]): void => {
    const remaining = MAX_PICTURES - count;
    setProblem(files.length > remaining ? t`Up to ${MAX_PICTURES} pictures.` : null);
    if (files.length > 0) void send(files.slice(0, remaining));
  };
  return { waiting, problem, add };
}
