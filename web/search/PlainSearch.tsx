import { t } from '@lingui/core/macro';
import { Search } from 'lucide-react';
import { paths } from '#web/app/paths.ts';
import { plainField } from './plain-field.ts';

/** The search before its own code is there, and without any script: a form and a link. */
export function PlainSearch() {
  return (
    <>
      <a
        href={paths.search()}
        aria-label={t`Search`}
        className="ms-auto grid size-11 place-items-center rounded-pill md:hidden"
      >
        <Search aria-hidden="true" className="size-5.5" />
      </a>
      <form
        role="search"
        action={paths.search()}
        className="hidden items-center md:mx-4 md:flex md:max-w-md md:flex-1"
      >
        <input
          dir="auto"
          ref={(field) => {
            plainField.current = field ?? plainField.current;
          }}
          name="q"
          aria-label={t`Search`}
          placeholder={t`Search`}
          className="h-10 w-full min-w-0 rounded-pill border border-edge/80 bg-surface px-4 text-base text-ink hover:border-edge"
        />
      </form>
    </>
  );
}
