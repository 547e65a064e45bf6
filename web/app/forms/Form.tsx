import { t } from '@lingui/core/macro';
import type { ComponentProps, ReactNode } from 'react';
import { Button, type ButtonSize, type ButtonVariant } from '#web/ui/controls/Button.tsx';
import { FormError } from '#web/ui/controls/FormNotes.tsx';
import { classes } from '#web/ui/classes.ts';
import type { FormOf } from './form.ts';

interface FormProps extends ComponentProps<'form'> {
  /** As `useForm` gives it, which says `done` in passing. */
  form: Pick<FormOf<never>, 'attributes' | 'pending' | 'ready' | 'problem'>;
  /** What the button does, in words; null where it stands elsewhere, and names the form by its id. */
  button: ReactNode;
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** The button takes the whole width: the form stands alone. */
  whole?: boolean;
  disabled?: boolean;
  /** What went wrong, where it isn't the error's own words; false: a field says it. */
  problem?: ReactNode;
  /** A way out without sending. */
  onCancel?: () => void;
  /** Beside the button. */
  beside?: ReactNode;
}

/** A form: its fields, what went wrong with all of it, and its button. */
export function Form({
  form,
  button,
  variant = 'primary',
  size,
  whole = false,
  disabled = false,
  problem = form.problem?.message,
  onCancel,
  beside,
  className,
  children,
  ...rest
}: FormProps) {
  return (
    <form {...form.attributes} {...rest} className={classes('flex flex-col gap-4', className)}>
      {children}
      {problem !== false && <FormError>{problem}</FormError>}
      {button && (
        <div className={classes('flex flex-wrap items-center gap-3', onCancel && 'justify-end')}>
          {beside}
          {onCancel && (
            <Button variant="quiet" size={size} onClick={onCancel}>
              {t`Cancel`}
            </Button>
          )}
          <Button
            type="submit"
            variant={variant}
            size={size}
            className={whole ? 'grow' : undefined}
            pending={form.pending}
            disabled={disabled || !form.ready}
          >
            {button}
          </Button>
        </div>
      )}
    </form>
  );
}
