import { useId } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { classes } from '../classes.ts';
import { describeLimit } from './limit.ts';
import { SelectBox } from './SelectBox.tsx';

interface Labels {
  /** A text, or one containing user input. */
  label: ReactNode;
  /** Under the control, always there. */
  hint?: ReactNode;
  /** Under the control, as text, instead of the hint. */
  error?: string | null;
  /** The label is heard alone: what the control is for is seen. */
  isLabelHidden?: boolean;
}

const CONTROL = [
  'w-full rounded-control border border-edge/80 bg-surface px-3.5 text-base text-ink',
  'transition-colors duration-150 hover:border-edge focus:border-accent-text focus:outline-2 focus:outline-offset-0',
  'focus:outline-accent-text/40 disabled:opacity-60 aria-invalid:border-bad aria-invalid:focus:outline-bad/40',
].join(' ');

function describedBy(id: string, { hint, error }: Labels) {
  return {
    'aria-invalid': error ? true : undefined,
    'aria-describedby': hint || error ? `${id}-note` : undefined,
  };
}

function Shell({
  id,
  label,
  hint,
  error,
  required,
  isLabelHidden = false,
  children,
}: Labels & { id: string; required?: boolean; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      {/* the mark is beside the label: the accessible name is the field's name alone */}
      <div className={isLabelHidden ? 'sr-only' : 'text-sm font-semibold text-ink'}>
        <label htmlFor={id}>{label}</label>
        {required && (
          <span aria-hidden="true" className="text-accent-text">
            {' '}
            *
          </span>
        )}
      </div>
      {children}
      {error ? (
        <p id={`${id}-note`} role="alert" className="text-sm text-bad">
          {error}
        </p>
      ) : (
        hint && (
          <p id={`${id}-note`} className="text-sm text-ink-soft">
            {hint}
          </p>
        )
      )}
    </div>
  );
}

/** One line of text with its label above. `trailing` sits inside the control, on its right. */
export function Field({
  label,
  hint,
  className,
  trailing,
  maxLength,
  error: given,
  isLabelHidden,
  ...rest
}: ComponentProps<'input'> & Labels & { trailing?: ReactNode }) {
  const generatedId = useId();
  const id = rest.id ?? generatedId;
  const error = given ?? describeLimit(rest.value, maxLength);
  return (
    <Shell
      id={id}
      label={label}
      hint={hint}
      error={error}
      required={rest.required}
      isLabelHidden={isLabelHidden}
    >
      <div className="relative">
        <input
          dir={rest.type === undefined || rest.type === 'text' ? 'auto' : undefined}
          {...rest}
          id={id}
          {...describedBy(id, { label, hint, error })}
          className={classes(CONTROL, 'h-11', Boolean(trailing) && 'pe-12', className)}
        />
        {trailing && <div className="absolute inset-y-0 end-1 flex items-center">{trailing}</div>}
      </div>
    </Shell>
  );
}

export function TextArea({
  label,
  hint,
  className,
  maxLength,
  error: given,
  isLabelHidden,
  ...rest
}: ComponentProps<'textarea'> & Labels) {
  const generatedId = useId();
  const id = rest.id ?? generatedId;
  const error = given ?? describeLimit(rest.value, maxLength);
  return (
    <Shell
      id={id}
      label={label}
      hint={hint}
      error={error}
      required={rest.required}
      isLabelHidden={isLabelHidden}
    >
      <textarea
        rows={3}
        dir="auto"
        {...rest}
        id={id}
        {...describedBy(id, { label, hint, error })}
        className={classes(CONTROL, 'field-sizing-content max-h-80 min-h-20 py-2.5', className)}
      />
    </Shell>
  );
}

export function Select({
  label,
  hint,
  error,
  className,
  required,
  ...rest
}: ComponentProps<'select'> & Labels) {
  const generatedId = useId();
  const id = rest.id ?? generatedId;
  return (
    <Shell id={id} label={label} hint={hint} error={error} required={required}>
      <SelectBox
        {...rest}
        // one of the options is chosen from the start
        aria-required={required}
        id={id}
        {...describedBy(id, { label, hint, error })}
        className={classes(CONTROL, 'h-11', className)}
      />
    </Shell>
  );
}

export function Checkbox({
  label,
  hint,
  error,
  className,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & Labels) {
  const generatedId = useId();
  const id = rest.id ?? generatedId;
  return (
    <div className={classes('flex flex-col gap-1', className)}>
      <label htmlFor={id} className="flex items-center gap-2.5 py-1 text-base">
        <input
          {...rest}
          id={id}
          type="checkbox"
          {...describedBy(id, { label, hint, error })}
          className="size-5 shrink-0 accent-accent"
        />
        <span>{label}</span>
      </label>
      {(error || hint) && (
        <p id={`${id}-note`} className={classes('ps-7.5 text-sm', error ? 'text-bad' : 'text-ink-soft')}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
}
