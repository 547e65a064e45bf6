import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Languages } from 'lucide-react';
import { LANGUAGE_PARAM } from '#contract/text/languages.ts';
import { useConfig } from '#web/app/config.ts';
import { chooseLanguage } from '#web/app/session/me.ts';
import { SelectBox } from '#web/ui/controls/SelectBox.tsx';
import { useLocation } from 'react-router';

/** Each language by its own name; choosing one reloads the page in it, and is stored in the account. */
export function LanguageChoice() {
  const { languages } = useConfig();
  const { pathname, search } = useLocation();
  if (languages.length < 2) return null;
  const addressIn = (language: string): string => {
    const query = new URLSearchParams(search);
    query.set(LANGUAGE_PARAM, language);
    return `${pathname}?${query}`;
  };
  return (
    <label className="flex h-9.5 items-center pointer-coarse:h-11.5 gap-1.5 rounded-pill border border-line ps-3">
      <Languages aria-hidden="true" className="size-4" />
      <SelectBox
        aria-label={t`Language`}
        value={i18n.locale}
        onChange={({ target: { value } }) => {
          // by then it shows the page's language again
          void chooseLanguage(value).finally(() => location.assign(addressIn(value)));
        }}
        boxClassName="h-full"
        className="h-full cursor-pointer bg-transparent text-sm text-ink"
      >
        {languages.map(({ tag, name }) => (
          <option key={tag} value={tag} lang={tag}>
            {name}
          </option>
        ))}
      </SelectBox>
    </label>
  );
}
