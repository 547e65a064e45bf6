import { t } from '@lingui/core/macro';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { ComponentProps } from 'react';
import { MAX_PASSWORD, MIN_PASSWORD } from '#contract/accounts/accounts.ts';
import { IconButton } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';

type PasswordFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'trailing'> & {
  autoComplete: 'current-password' | 'new-password';
};

/** For password managers that make one up (Apple's notation); there are no rules of composition. */
const RULES = { passwordrules: `minlength: ${MIN_PASSWORD}; maxlength: ${MAX_PASSWORD};` };

/** A password with a button that shows it. */
export function PasswordField(props: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...props}
      {...(props.autoComplete === 'new-password' && RULES)}
      type={shown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      aria-required="true"
      trailing={
        <IconButton
          small
          label={shown ? t`Hide password` : t`Show password`}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        </IconButton>
      }
    />
  );
}
