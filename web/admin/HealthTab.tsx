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
        title="The services could not be checked"
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
        Check again
      </Button>
      <DataTable
        caption="Services"
        rows={data.lines}
        keyOf={({ name }) => name}
        columns={[
          { title: 'Service', cell: ({ name }) => <strong>{name}</strong> },
          {
            title: 'State',
            cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].word}</Badge>,
          },
          { title: 'What it says', cell: (line) => <Words line={line} /> },
        ]}
      />
      <DataTable
        caption="Settings in force"
        rows={data.settings}
        keyOf={({ name }) => name}
        columns={[
          { title: 'Setting', cell: ({ name }) => <code className="max-sm:break-all">{name}</code> },
          { title: 'Value', cell: ({ value }) => <span className="break-all">{value || 'not set'}</span> },
          { title: 'From', wide: true, cell: ({ source }) => source },
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
