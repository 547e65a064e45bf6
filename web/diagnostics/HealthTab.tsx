import { t } from '@lingui/core/macro';
import type { CheckLine, SettingInForce } from '#contract/admin/admin.ts';
import { Badge } from '#web/ui/lists/Badge.tsx';
import type { BadgeTone } from '#web/ui/lists/Badge.tsx';
import { Button } from '#web/ui/controls/Button.tsx';
import { DataTable } from '#web/ui/lists/DataTable.tsx';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { useCheck } from './diagnostics.queries.ts';

const states = (): Record<CheckLine['state'], { label: string; tone: BadgeTone }> => ({
  ok: { label: t({ message: 'OK', context: 'a service' }), tone: 'ok' },
  off: { label: t({ message: 'off', context: 'a service' }), tone: 'plain' },
  warning: { label: t({ message: 'attention', context: 'a service' }), tone: 'warn' },
  failed: { label: t({ message: 'failing', context: 'a service' }), tone: 'bad' },
});

/** Where a setting comes from; the file is called like this everywhere. */
const sources = (): Partial<Record<SettingInForce['source'], string>> => ({
  environment: t`environment`,
  dashboard: t`dashboard`,
  default: t({ message: 'default', context: 'of a setting' }),
});

/** As the environment has it; of a secret only that it is set. */
function Value({ value }: { value: string | null }) {
  if (value === null) return t`not set`;
  return value === '(set)' ? t`set, not shown` : <code className="font-sans break-all">{value}</code>;
}

/** The dashboard's Health tab: checks of everything the site depends on, and the settings in force. */
export function HealthTab() {
  const { data, error, refetch, isFetching } = useCheck();
  if (error && !data)
    return (
      <ErrorState
        title={t`Couldn’t check the services`}
        text={error.message}
        onRetry={() => void refetch()}
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
          {
            title: t`Service`,
            cell: (line) => (
              <>
                <strong>{line.name}</strong>
                {/* on phones there is no room for a column */}
                <div className="text-ink-soft md:hidden">
                  <Texts line={line} />
                </div>
              </>
            ),
          },
          {
            title: t`State`,
            cell: ({ state }) => <Badge tone={states()[state].tone}>{states()[state].label}</Badge>,
          },
          { title: t`Details`, wide: true, cell: (line) => <Texts line={line} /> },
        ]}
      />
      <DataTable
        caption={t`Current settings`}
        rows={data.settings}
        keyOf={({ name }) => name}
        columns={[
          { title: t`Setting`, cell: ({ name }) => <code className="max-sm:break-all">{name}</code> },
          { title: t`Value`, cell: ({ value }) => <Value value={value} /> },
          {
            title: t({ message: 'From', context: 'a source' }),
            wide: true,
            cell: ({ source }) => sources()[source] ?? <code>{source}</code>,
          },
        ]}
      />
    </div>
  );
}

function Texts({ line: { text, advice } }: { line: CheckLine }) {
  return (
    <div className="min-w-26 [overflow-wrap:anywhere]">
      {text && <p>{text}</p>}
      {advice && <p className="font-semibold">{advice}</p>}
    </div>
  );
}
