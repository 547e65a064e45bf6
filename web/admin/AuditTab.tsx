import { t } from '@lingui/core/macro';
import { Download } from 'lucide-react';
import { Fragment, useDeferredValue, useState } from 'react';
import { admin } from '#contract/admin/admin.ts';
import type { AuditEntry } from '#contract/admin/admin.ts';
import { MAX_SEARCH } from '#contract/values.ts';
import { Link } from 'react-router';
import { backend } from '#web/app/client/backend.ts';
import { getToken } from '#web/app/session/session.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { DataTable } from '#web/ui/lists/DataTable.tsx';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { Toolbar, ToolbarDate, ToolbarSearch } from '#web/ui/controls/Toolbar.tsx';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import { given, useAudit } from './admin.queries.ts';
import type { AuditFilter } from './admin.queries.ts';
import { asLogged, partsOf, describeSubject, type ChangePart } from './audit-labels.ts';
import { describeAction } from './action-labels.ts';

const ALL: AuditFilter = { person: '', thing: '', from: '', to: '' };

/** The dashboard's tab Audit: who did what. */
export function AuditTab() {
  const [filter, setFilter] = useState(ALL);
  const set = (name: keyof AuditFilter) => (event: { target: { value: string } }) =>
    setFilter({ ...filter, [name]: event.target.value });
  const logged = { ...filter, thing: asLogged(filter.thing) };
  const list = useAudit(useDeferredValue(logged));
  const { data, error, refetch } = list;
  return (
    <div className="grid grid-cols-1 gap-4">
      <Toolbar label={t`Filters`}>
        <ToolbarSearch
          label={t`Person`}
          className="min-w-36 flex-1"
          placeholder={t`Person`}
          value={filter.person}
          onChange={set('person')}
          maxLength={MAX_SEARCH}
        />
        <ToolbarSearch
          label={t`Target`}
          className="min-w-36 flex-1"
          placeholder={t`Target: video 12`}
          value={filter.thing}
          onChange={set('thing')}
          maxLength={MAX_SEARCH}
        />
        <ToolbarDate label={t`From`} value={filter.from} onChange={set('from')} />
        <ToolbarDate label={t`To`} value={filter.to} onChange={set('to')} />
        <Button size="sm" className="h-10" onClick={() => void download(logged)}>
          <Download aria-hidden="true" />
          {t`Export`}
        </Button>
      </Toolbar>
      {error && !data && (
        <ErrorState title={t`Couldn’t load the log`} text={error.message} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton className="h-64" />}
      {data?.length === 0 && <p className="text-ink-soft">{t`Nothing found.`}</p>}
      {data && data.length > 0 && (
        <DataTable
          caption={t`Audit log`}
          rows={data}
          keyOf={(entry) => entry.id}
          columns={[
            {
              title: t`When`,
              cell: (entry) => <Time at={entry.createdAt} className="whitespace-nowrap" />,
              wide: true,
            },
            { title: t`Who`, cell: (entry) => <Who entry={entry} />, wide: true },
            { title: t`What`, cell: (entry) => <What entry={entry} /> },
            { title: t`Target`, cell: (entry) => <AuditSubject entry={entry} /> },
            {
              title: t({ message: 'Change', context: 'what was changed' }),
              cell: (entry) => <Change entry={entry} />,
              wide: true,
            },
          ]}
        />
      )}
      <LoadMore list={list} className="justify-self-center" />
    </div>
  );
}

const What = ({ entry }: { entry: AuditEntry }) => (
  <>
    <span className="font-semibold">{describeAction(entry.action)}</span>
    {/* a phone has no room for columns more */}
    <span className="block text-ink-soft md:hidden">
      <Who entry={entry} /> · <Time at={entry.createdAt} className="whitespace-nowrap" />
    </span>
  </>
);

/** The actor: a person, or the site itself. */
const Who = ({ entry: { actor } }: { entry: AuditEntry }) =>
  actor === 'system' ? (
    t({ message: 'system', context: 'who did it' })
  ) : (
    <bdi className="wrap-anywhere">{actor}</bdi>
  );

function AuditSubject({ entry }: { entry: AuditEntry }) {
  const { text, to } = describeSubject(entry);
  const content = entry.label === null ? text : <bdi className="line-clamp-2 wrap-anywhere">{text}</bdi>;
  return to === null ? (
    content
  ) : (
    <Link to={to} className="underline decoration-edge underline-offset-4 hover:decoration-current">
      {content}
    </Link>
  );
}

function Change({ entry: { before, after } }: { entry: AuditEntry }) {
  const [then, now] = [partsOf(before), partsOf(after)];
  return (
    <span className="text-xs wrap-anywhere text-ink-soft">
      <Parts parts={then} />
      {then.length > 0 && now.length > 0 && <span className="mx-1 inline-block rtl:-scale-x-100">→</span>}
      <Parts parts={now} />
    </span>
  );
}

/** A field without a label is shown as in the log. */
function Part({ label, name, text, value }: ChangePart) {
  if (name === '') return <bdi>{value}</bdi>;
  const content = text ?? <bdi>{value}</bdi>;
  const called = label ?? <code className="font-sans">{name}</code>;
  return (
    <>
      <span className="font-semibold">{called}</span> <span>{content}</span>
    </>
  );
}

const Parts = ({ parts }: { parts: ChangePart[] }) =>
  parts.map(({ label, name, text, value }, at) => (
    <Fragment key={name}>
      {at > 0 && <span> · </span>}
      <Part label={label} name={name} text={text} value={value} />
    </Fragment>
  ));

/** A link can't carry the token, so the file is fetched and then handed over. */
async function download(filter: AuditFilter): Promise<void> {
  const query = new URLSearchParams(given(filter)).toString();
  const answer = await fetch(backend(`${admin.auditExport.path}?${query}`), {
    headers: { authorization: `Bearer ${getToken() ?? ''}` },
  });
  if (!answer.ok) return toast(t`Export failed`, { kind: 'bad' });
  const address = URL.createObjectURL(await answer.blob());
  const link = Object.assign(document.createElement('a'), { href: address, download: 'audit.csv' });
  link.click();
  URL.revokeObjectURL(address);
}
