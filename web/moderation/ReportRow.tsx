import { plural, t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { ModerationAction, ReportedThing } from '#contract/moderation/moderation.ts';
import { backend } from '#web/app/client/backend.ts';
import { paths } from '#web/app/paths.ts';
import { classes } from '#web/ui/classes.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Badge } from '#web/ui/lists/Badge.tsx';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { Thumbnail } from '#web/ui/lists/Thumbnail.tsx';

const kindOf = ({ subjectType }: ReportedThing): string =>
  ({ VIDEO: t`Video`, COMMENT: t`Comment`, POST: t`Post` })[subjectType];

/** In the midst of a sentence. */
function nameOf({ subjectType, subjectId }: ReportedThing): string {
  if (subjectType === 'VIDEO') return t`video ${subjectId}`;
  return subjectType === 'COMMENT' ? t`comment ${subjectId}` : t`post ${subjectId}`;
}

/** A guest or deleted user has no account. */
export const isSuspendable = ({ isGuest, authorUsername }: ReportedThing): boolean =>
  !isGuest && authorUsername !== null;

const locateAddress = ({ videoId, subjectType, subjectId }: ReportedThing): string | null => {
  if (videoId !== null) return paths.video(videoId);
  return subjectType === 'POST' ? paths.post(subjectId) : null;
};

/** What was reported, why, and the available actions. */
export function ReportRow({
  report,
  chosen,
  current,
  pending,
  onChoose,
  onAct,
}: {
  report: ReportedThing;
  chosen: boolean;
  /** The keys are for this one. */
  current: boolean;
  pending: boolean;
  onChoose: (yes: boolean) => void;
  onAct: (action: ModerationAction) => void;
}) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (current) row.current?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  const name = nameOf(report);
  const address = locateAddress(report);
  return (
    <li
      ref={row}
      aria-current={current || undefined}
      className={classes(
        'scroll-my-32 rounded-card border bg-surface p-4 sm:p-5',
        current ? 'border-accent' : 'border-line',
      )}
    >
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-4 gap-y-3 sm:grid-cols-[auto_auto_minmax(0,1fr)_auto]">
        <input
          type="checkbox"
          aria-label={t`Select ${name}`}
          className="mt-1 size-5 accent-accent"
          checked={chosen}
          onChange={(event) => onChoose(event.target.checked)}
        />
        {report.picture && <Picture report={report} to={address} />}
        <div className={classes('min-w-0', report.picture ? 'max-sm:col-span-2' : 'sm:col-span-2')}>
          <Facts report={report} />
          <p className="mt-1 line-clamp-4 whitespace-pre-line [overflow-wrap:anywhere]">
            <bdi>{report.excerpt}</bdi>
          </p>
          {!report.picture && address !== null && (
            <Link to={address} className="mt-1 inline-block text-sm underline underline-offset-4">
              {labelOfLink(report)}
            </Link>
          )}
          <ul className="mt-2 text-sm text-ink-soft [overflow-wrap:anywhere]">
            {report.reasons.map((reason) => (
              <li key={reason} className="border-s-2 border-line ps-2.5">
                <bdi>{reason}</bdi>
              </li>
            ))}
            {report.contacts.map(({ name: person, email }) => (
              <li key={email} className="mt-1">
                {t`Claimed by`} <bdi>{person}</bdi>,{' '}
                <a href={`mailto:${email}`} className="underline underline-offset-4">
                  {email}
                </a>
              </li>
            ))}
          </ul>
        </div>
        <div className="flex gap-2 max-sm:col-span-2 sm:max-xl:flex-col">
          <Button
            size="sm"
            disabled={pending}
            aria-label={t`Dismiss ${name}`}
            onClick={() => onAct('DISMISS')}
          >
            {t`Dismiss`}
          </Button>
          <Button size="sm" disabled={pending} aria-label={t`Hide ${name}`} onClick={() => onAct('HIDE')}>
            {t`Hide`}
          </Button>
          {isSuspendable(report) && (
            <Button
              size="sm"
              disabled={pending}
              aria-label={t`Suspend the author of ${name}`}
              className="text-bad"
              onClick={() => onAct('SUSPEND')}
            >
              {t`Suspend`}
            </Button>
          )}
        </div>
      </div>
    </li>
  );
}

const labelOfLink = ({ subjectType }: ReportedThing): string =>
  subjectType === 'POST' ? t`Open the post` : t`Open the video`;

/** Links to the reported video or post, or to the one it belongs to. */
function Picture({ report, to }: { report: ReportedThing; to: string | null }) {
  const picture = <Thumbnail src={backend(report.picture)} className="aspect-video w-28 rounded-control" />;
  if (to === null) return picture;
  return (
    <Link to={to} aria-label={labelOfLink(report)} className="block w-28">
      {picture}
    </Link>
  );
}

function Facts({ report }: { report: ReportedThing }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <Badge>{kindOf(report)}</Badge>
      {report.category === 'COPYRIGHT' && <Badge tone="bad">{t`Copyright`}</Badge>}
      {report.held && <Badge tone="warn">{t`Pending review`}</Badge>}
      <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">
        {report.authorUsername === null ? t`deleted user` : <bdi>{report.authorUsername}</bdi>}{' '}
        {report.isGuest && <span>{t`(guest)`}</span>}
      </span>
      <span className="text-ink-soft">
        <span>{t`${plural(report.count, { one: '# report', other: '# reports' })}, first`}</span>{' '}
        <Time at={report.firstReportedAt} />
      </span>
    </p>
  );
}
