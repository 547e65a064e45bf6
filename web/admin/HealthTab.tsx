import { t } from '@lingui/core/macro';
import type { CheckLine } from '#contract/admin.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import type { BadgeTone } from '#web/ui/lists/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { DataTable } from '#web/ui/lists/DataTable.tsx';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { useCheck } from './admin.queries.ts';

const STATES: Record<CheckLine['state'], { word: string; tone: BadgeTone }> = {
  ok: { word: 'OK', tone: 'ok' },
  off: { word: 'off', tone: 'plain' },
  warning: { word: 'attention', tone: 'warn' },
  failed: { word: 'failing', tone: 'bad' },
};

/** The dashboard's tab Health: everything the site stands on, asked now, and the settings in force. */
export function HealthTab() {
  const { data, error, refetch, isFetching } = useCheck();
  if (error && !data)
    return (
      <ErrorState
        title={t`The services could not be checked`}
        text={error.message}
        onRetry={() => {
          void refetch();
        }}
      />
    );
  if (!data) return <Skeleton className="h-80" />;
  return (
    <div className="grid grid-cols-1 gap-4">
      <Button size="sm" className="justify-self-start" pending={isFetching} onClick={() => void refetch()}>
        {t`Check again`}
      </Button>
      <DataTable
        caption={t`Services`}
        rows={data.lines}
        keyOf={({ name }) => name}
        columns={[
          { title: t`Service`, cell: ({ name }) => <strong>{name}</strong> },
          {
            title: t`State`,
            cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].word}</Badge>,
          },
          { title: t`What it says`, cell: (line) => <Words line={line} /> },
        ]}
      />
      <DataTable
        caption={t`Settings in force`}
        rows={data.settings}
        keyOf={({ name }) => name}
        columns={[
          { title: t`Setting`, cell: ({ name }) => <code className="max-sm:break-all">{name}</code> },
          { title: t`Value`, cell: ({ value }) => <span className="break-all">{value || t`not set`}</span> },
          { title: t({ message: 'From', context: 'a source' }), wide: true, cell: ({ source }) => source },
        ]}
      />
    </div>
  );
}

function Words({ line: { text, advice } }: { line: CheckLine }) {
  return (
    <div className="min-w-26 [overflow-wrap:anywhere]">
      <p>{text}</p>
      {advice && <p className="font-semibold">{advice}</p>}
    </div>
  );
}
