import { IMPORT_COUNT, IMPORT_COUNTS } from '#contract/curation.ts';
import { CATEGORIES } from '#contract/videos.ts';
import type { Category } from '#contract/videos.ts';
import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Card } from '#web/ui/Card.tsx';
import { Field, Select } from '#web/ui/Field.tsx';
import { Time } from '#web/ui/Numbers.tsx';
import { CuratedItem } from './CuratedItem.tsx';
import { ImportedList } from './ImportedList.tsx';
import { VideoList } from './VideoList.tsx';
import { useImportLink, useImportState, useImportYoutube, useRecentImports } from './curation.queries.ts';

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
        <h2 className="mb-3 text-lg">Recent imports</h2>
        <VideoList list={recent} empty="Nothing was imported in the last 24 hours.">
          {(video) => <CuratedItem video={video} note={video.importedAt && <Time at={video.importedAt} />} />}
        </VideoList>
      </section>
      <ImportedList />
    </div>
  );
}

function CategorySelect({ value, onChange }: { value: Category; onChange: (category: Category) => void }) {
  return (
    <Select
      label="Category"
      value={value}
      onChange={(event) => onChange(CATEGORIES.find((each) => each === event.target.value) ?? value)}
    >
      {CATEGORIES.map((category) => (
        <option key={category}>{category}</option>
      ))}
    </Select>
  );
}

function FromYoutube() {
  const [category, setCategory] = useState<Category>('Lifestyle');
  const [count, setCount] = useState<number>(IMPORT_COUNT);
  const state = useImportState();
  const bring = useImportYoutube();
  return (
    <Card title="From YouTube">
      {state.data?.youtube === false && <HowToGetAKey />}
      <form
        className="grid grid-cols-2 gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          bring.mutate({ category, limit: count });
        }}
      >
        <CategorySelect value={category} onChange={setCategory} />
        <Select label="Count" value={count} onChange={(event) => setCount(Number(event.target.value))}>
          {IMPORT_COUNTS.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </Select>
        <div className="col-span-2">
          <Button
            type="submit"
            variant="primary"
            pending={bring.isPending}
            disabled={state.data?.youtube === false}
          >
            Import
          </Button>
        </div>
      </form>
      <div role="status" aria-label="Result of the import" className="mt-3 empty:hidden">
        {bring.data && (
          <p>
            Imported {bring.data.imported} {bring.data.imported === 1 ? 'video' : 'videos'}
            {bring.data.skipped > 0 &&
              `, skipped ${bring.data.skipped} that ${bring.data.skipped === 1 ? 'was' : 'were'} here already`}
            .
          </p>
        )}
        {bring.error && <p className="text-bad">{bring.error.message}</p>}
      </div>
    </Card>
  );
}

function HowToGetAKey() {
  return (
    <div className="mb-4 rounded-control bg-raised p-4 text-sm">
      <p className="font-semibold">Imports from YouTube need a key.</p>
      <ol className="mt-2 list-decimal pl-5 text-ink-soft">
        <li>Open console.cloud.google.com and create a project.</li>
        <li>Enable the “YouTube Data API v3” there.</li>
        <li>Under Credentials create an API key.</li>
        <li>Set it as YOUTUBE_API_KEY and start the site again.</li>
      </ol>
    </div>
  );
}

function ByLink() {
  const [category, setCategory] = useState<Category>('Lifestyle');
  const [url, setUrl] = useState('');
  const [title, setTitle] = useState('');
  const bring = useImportLink();
  const send = () =>
    bring.mutate(
      { url, category, title: title || null },
      {
        onSuccess: () => {
          setUrl('');
          setTitle('');
        },
      },
    );
  return (
    <Card title="By link">
      <form
        className="grid grid-cols-1 gap-4 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <div className="sm:col-span-2">
          <Field
            label="YouTube or Twitch link"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
            inputMode="url"
            autoComplete="off"
            required
            error={bring.error?.message ?? null}
          />
        </div>
        <Field
          label="Title (optional)"
          value={title}
          onChange={(event) => setTitle(event.target.value)}
          maxLength={200}
          hint="YouTube tells its own; Twitch tells none."
        />
        <CategorySelect value={category} onChange={setCategory} />
        <div className="sm:col-span-2">
          <Button type="submit" pending={bring.isPending}>
            Import this clip
          </Button>
        </div>
      </form>
    </Card>
  );
}
