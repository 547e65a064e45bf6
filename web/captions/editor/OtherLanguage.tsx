import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { languageTag, nameOfLanguage } from '#contract/captions/caption-languages.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';

/** A language that the list doesn't have, by its tag. */
export function OtherLanguage({
  onChoose,
  onClose,
}: {
  onChoose: (language: string) => void;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState('');
  const [isTried, setTried] = useState(false);
  const language = languageTag(typed.trim());
  const name = language && nameOfLanguage(language);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (language) onChoose(language);
    else setTried(true);
  };
  return (
    <Dialog title={t`Another language`} onClose={onClose}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label={t`Language tag`}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          maxLength={35}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          hint={name && name !== language ? <bdi>{name}</bdi> : t`For example, gsw or es-MX.`}
          error={isTried && !language ? t`That isn’t a valid tag. Try something like gsw or es-MX.` : null}
        />
        <div className="flex justify-end gap-2">
          <Button variant="quiet" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" variant="primary" disabled={typed.trim() === ''}>
            <Trans>Use this language</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
