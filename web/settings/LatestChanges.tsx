import { Undo2 } from 'lucide-react';
import type { SectionName, SettingsVersion } from '#contract/settings.ts';
import { Button } from '#web/ui/Button.tsx';
import { Time } from '#web/ui/Numbers.tsx';
import { fieldName } from './field-names.ts';
import { useUndo, useVersions } from './settings.queries.ts';

/** Who changed what of a section, each with the way back. */
export function LatestChanges({ section, version }: { section: SectionName; version: number }) {
  const { data } = useVersions(section);
  const undo = useUndo(section, version);
  if (!data || data.length === 0) return null;
  return (
    <details className="rounded-card border border-line bg-surface p-5">
      <summary className="font-semibold">Latest changes</summary>
      <ul className="mt-4 grid grid-cols-1 gap-4">
        {data.map((change) => (
          <li
            key={change.version}
            className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-t border-line pt-4"
          >
            <div className="min-w-0 flex-1">
              <p className="text-sm text-ink-soft">
                <Time at={change.createdAt} /> by <strong className="text-ink">{change.author}</strong>
              </p>
              <ChangedFields change={change} />
            </div>
            <Button
              size="sm"
              pending={undo.isPending && undo.variables === change.version}
              onClick={() => undo.mutate(change.version)}
            >
              <Undo2 aria-hidden="true" />
              Undo
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function ChangedFields({ change: { before, after } }: { change: SettingsVersion }) {
  return (
    <dl className="mt-1 grid grid-cols-1 gap-1 text-sm">
      {Object.keys(after).map((field) => (
        <div key={field} className="flex flex-wrap gap-x-2">
          <dt className="font-semibold">{fieldName(field)}</dt>
          <dd className="min-w-0 break-words text-ink-soft">
            {inWords(before[field], field)} → <span className="text-ink">{inWords(after[field], field)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const MAX_SHOWN = 160;

function inWords(value: unknown, field: string): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (field === 'mark') return 'a picture';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
