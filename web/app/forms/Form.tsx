import { t } from '@lingui/core/macro';
import type { ComponentProps, ReactNode } from 'react';
import { Button, type ButtonSize, type ButtonVariant } from '#web/ui/controls/Button.tsx';
import { FormError } from '#web/ui/controls/FormNotes.tsx';
import { classes } from '#web/ui/classes.ts';
import type { FormOf } from './form.ts';

interface FormProps extends ComponentProps<'form'> {
  /** From `useForm`, which shows `done` as a toast. */
  form: Pick<FormOf<never>, 'attributes' | 'pending' | 'ready' | 'problem'>;
  /** The button's label; null where the button is elsewhere and refers to the form by its id. */
  button: ReactNode;
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** The button takes the full width: a form on its own. */
  whole?: boolean;
  disabled?: boolean;
  /** Replaces the error's own message; false: a field already shows it. */
  problem?: ReactNode;
  /** Cancels without submitting. */
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
