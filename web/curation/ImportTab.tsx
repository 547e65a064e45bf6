import { plural, t } from '@lingui/core/macro';
import { MAX_TITLE } from '#contract/submissions/submissions.ts';
import { IMPORT_COUNT, IMPORT_COUNTS } from '#contract/curation/curation.ts';
import type { ComponentProps } from 'react';
import { CategoryOptions } from '#web/app/i18n/CategoryName.tsx';
import { useConfig } from '#web/app/config.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { Card } from '#web/ui/lists/Card.tsx';
import { Field, Select } from '#web/ui/controls/Field.tsx';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { CuratedItem } from './CuratedItem.tsx';
import { ImportedList } from './ImportedList.tsx';
import { VideoList } from './VideoList.tsx';
import { useImportLink, useImportState, useImportYoutube, useRecentImports } from './curation.queries.ts';

/** The category that is chosen at first. */
function useFirst(): string {
  const { categories } = useConfig();
  return categories.find((category) => category === 'Lifestyle') ?? categories[0] ?? '';
}

/** The dashboard's tab Import Videos. */
export function ImportTab() {
  const recent = useRecentImports();
  return (
    <div className="grid grid-cols-1 gap-8">
      <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
        <FromYoutube />
        <ByLink />
      </div>
      <section>
        <h2 className="mb-3 text-lg">{t`Recent imports`}</h2>
        <VideoList list={recent} empty={t`Nothing imported in the last 24 hours.`}>
          {(video) => (
            <CuratedItem video={video} details={video.importedAt && <Time at={video.importedAt} />} />
          )}
        </VideoList>
      </section>
      <ImportedList />
    </div>
  );
}

function CategorySelect(field: Pick<ComponentProps<'select'>, 'name' | 'value' | 'onChange'>) {
  const { categories } = useConfig();
  return (
    <Select label={t`Category`} {...field}>
      <CategoryOptions names={categories} />
    </Select>
  );
}

function FromYoutube() {
  const state = useImportState();
  const importYoutube = useImportYoutube();
  const form = useForm(useFields({ category: useFirst(), limit: String(IMPORT_COUNT) }), importYoutube, {
    toInput: ({ category, limit }) => ({ category, limit: Number(limit) }),
  });
  return (
    <Card title={t`From YouTube`}>
      {state.data?.youtube === false && <HowToGetAKey />}
      <Form form={form} button={t`Import`} problem={false} disabled={state.data?.youtube === false}>
        <div className="grid grid-cols-2 gap-4">
          <CategorySelect {...form.field('category')} />
          <Select label={t`Count`} {...form.field('limit')}>
            {IMPORT_COUNTS.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </Select>
        </div>
      </Form>
      <div role="status" aria-label={t`Result of the import`} className="mt-3 empty:hidden">
        {importYoutube.data && <p>{resultOf(importYoutube.data)}</p>}
        {importYoutube.error && <p className="text-bad">{importYoutube.error.message}</p>}
      </div>
    </Card>
  );
}

function resultOf({ imported, skipped }: { imported: number; skipped: number }): string {
  const count = plural(imported, { one: '# video', other: '# videos' });
  return skipped > 0 ? t`Imported ${count}, skipped ${skipped} already imported.` : t`Imported ${count}.`;
}

function HowToGetAKey() {
  return (
    <div className="mb-4 rounded-control bg-raised p-4 text-sm">
      <p className="font-semibold">{t`Importing from YouTube needs an API key.`}</p>
      <ol className="mt-2 list-decimal ps-5 text-ink-soft">
        <li>{t`Open console.cloud.google.com and create a project.`}</li>
        <li>{t`Enable the “YouTube Data API v3” there.`}</li>
        <li>{t`Under Credentials, create an API key.`}</li>
        <li>{t`Enter it in Settings, under Connections.`}</li>
      </ol>
    </div>
  );
}

function ByLink() {
  const fields = useFields({ url: '', title: '', category: useFirst() });
  const form = useForm(fields, useImportLink(), {
    toInput: ({ title, ...rest }) => ({ ...rest, title: title || null }),
    onSent: () => {
      fields.set('url', '');
      fields.set('title', '');
    },
  });
  return (
    <Card title={t`Import by link`}>
      <Form form={form} button={t`Import this video`} variant="secondary" noValidate={false} problem={false}>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <div className="sm:col-span-2">
            <Field
              label={t`YouTube or Twitch link`}
              {...form.field('url')}
              inputMode="url"
              autoComplete="off"
              required
              error={form.errors['url'] ?? form.problem?.message}
            />
          </div>
          <Field
            label={t`Title (optional)`}
            {...form.field('title')}
            maxLength={MAX_TITLE}
            hint={t`YouTube provides one; Twitch doesn’t.`}
          />
          <CategorySelect {...form.field('category')} />
        </div>
      </Form>
    </Card>
  );
}
