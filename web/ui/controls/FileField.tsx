import { FileUp } from 'lucide-react';
import { useId } from 'react';
import { buttonClasses } from './Button.tsx';

/** One file, with its label above a button of our own: the browser's speaks the browser's language. */
export function FileField({
  label,
  action,
  file,
  accept,
  hint,
  error,
  disabled,
  onFile,
}: {
  label: string;
  /** The button's label while no file is chosen. */
  action: string;
  file: File | null;
  accept: string;
  hint?: string;
  error?: string | null;
  disabled?: boolean;
  onFile: (file: File | null) => void;
}) {
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col items-start gap-1.5">
      <span aria-hidden="true" className="text-sm font-semibold">
        {label}
      </span>
      <label
        aria-disabled={disabled || undefined}
        className={buttonClasses(
          'secondary',
          'sm',
          'relative max-w-full shrink! cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
        )}
      >
        <FileUp aria-hidden="true" />
        <bdi className="truncate">{file?.name ?? action}</bdi>
        <input
          type="file"
          aria-label={label}
          accept={accept}
          disabled={disabled}
          aria-describedby={`${id}-note`}
          onChange={({ target }) => onFile(target.files?.[0] ?? null)}
          className="sr-only"
        />
      </label>
      <p
        id={`${id}-note`}
        role={error ? 'alert' : undefined}
        className={error ? 'text-sm text-bad' : 'text-sm text-ink-soft empty:hidden'}
      >
        {error ?? hint}
      </p>
    </div>
  );
}
