import { plural, t } from '@lingui/core/macro';
import { useId } from 'react';
import { formatter } from '#web/ui/intl.ts';
import type { DataImport } from '#contract/exports/exports.ts';
import { FileButton } from '#web/ui/controls/FileButton.tsx';
import { FormError } from '#web/ui/controls/FormNotes.tsx';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { useImports, useStartImport } from './exports.queries.ts';

/** Imports an export of another site. */
export function ImportData() {
  const id = useId();
  const { data } = useImports();
  const start = useStartImport();
  return (
    <div className="mt-6 border-t border-line pt-4">
      <label htmlFor={id} className="font-semibold">
        {t`Import from an export`}
      </label>
      <p className="mt-1 mb-4 text-ink-soft">
        {t`A ZIP export from another site like this one, up to 2 GB. Its videos are submitted for review and empty profile fields are filled in. Nothing else is imported.`}
      </p>
      <FileButton
        id={id}
        accept=".zip,application/zip"
        pending={start.isPending}
        disabled={data?.some(({ status }) => status === 'PENDING')}
        onFile={(file) => start.mutate(file)}
      >
        {t`Choose ZIP file`}
      </FileButton>
      <FormError>{start.error?.message}</FormError>
      {data && data.length > 0 && (
        <ul className="mt-4 divide-y divide-line">
          {data.map((each) => (
            <Item key={each.id} item={each} />
          ))}
        </ul>
      )}
    </div>
  );
}

function describe({ status, problem, clips: videos, profile }: DataImport): string {
  if (status === 'PENDING') return t`Importing…`;
  if (problem !== null) return problem;
  const fieldLabels = {
    'display name': t({ message: 'display name', context: 'brought in' }),
    bio: t({ message: 'bio', context: 'brought in' }),
    picture: t({ message: 'picture', context: 'brought in' }),
  };
  const parts = [
    plural(videos, { one: '# video', other: '# videos' }),
    ...profile.map((part) => fieldLabels[part]),
  ];
  const imported = formatter(Intl.ListFormat, { type: 'unit' }).format(parts);
  return t`Imported: ${imported}`;
}

function Item({ item }: { item: DataImport }) {
  const { leftOut, createdAt } = item;
  return (
    <li className="py-2.5">
      <p role="status" className="font-semibold">
        {describe(item)}
      </p>
      <p className="text-sm text-ink-soft">
        {t`started`} <Time at={createdAt} />
      </p>
      {leftOut.length > 0 && (
        <details className="mt-1 text-sm">
          <summary>{t`Skipped: ${leftOut.length}`}</summary>
          <ul className="mt-1 list-disc ps-5">
            {leftOut.map(({ what, why }, index) => (
              <li key={index} className="wrap-anywhere">
                <bdi className="font-semibold">{what}</bdi> <span className="text-ink-soft">{why}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}
