import { t } from '@lingui/core/macro';
import { Clapperboard, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { formatLikes, formatViews } from '#web/app/i18n/count-formats.ts';
import { CategoryName } from '#web/app/i18n/CategoryName.tsx';
import { Link } from 'react-router';
import { MAX_TITLE } from '#contract/submissions/submissions.ts';
import { REVIEW_MOVES } from '#contract/submissions/review-states.ts';
import type { Submission } from '#contract/submissions/submissions.ts';
import { Form } from '#web/app/forms/Form.tsx';
import { useFields, useForm } from '#web/app/forms/form.ts';
import { backend } from '#web/app/client/backend.ts';
import { useMe } from '#web/app/session/me.ts';
import { paths } from '#web/app/paths.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Card } from '#web/ui/lists/Card.tsx';
import { Field, TextArea } from '#web/ui/controls/Field.tsx';
import { Count, Time } from '#web/ui/lists/Numbers.tsx';
import { confirm } from '#web/ui/dialogs/confirm.ts';
import { formatMoment } from '#web/ui/format.ts';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { Thumbnail } from '#web/ui/lists/Thumbnail.tsx';
import { SubmissionStatusStrip } from './SubmissionStatusStrip.tsx';
import { openUpload } from './opened-upload.ts';
import { useMySubmissions, useResubmit, useWithdraw } from './submissions.queries.ts';

/** The profile's list of own uploads, each with its submissionStatus. */
export function MySubmissions() {
  const { data, error, refetch, isFetching } = useMySubmissions();
  return (
    <Card
      title={t`My videos`}
      empty={!error && data?.length === 0 && t`You haven’t submitted a video yet.`}
      aside={
        <Button size="sm" pending={isFetching} onClick={() => void refetch()}>
          <RefreshCw aria-hidden="true" />
          {t`Reload videos`}
        </Button>
      }
    >
      {error && <ErrorState title={t`Failed to load your videos`} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-32" />}
      {data && data.length > 0 && (
        <ul className="divide-y divide-line">
          {data.map((submission) => (
            <Item key={submission.id} submission={submission} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Item({ submission }: { submission: Submission }) {
  const {
    id,
    title,
    thumbnail,
    category,
    createdAt,
    submissionStatus,
    status,
    processing,
    rejectAtSec,
    views,
    likes,
  } = submission;
  return (
    <li className="flex flex-col gap-4 py-4 first:pt-0 last:pb-0 sm:flex-row">
      <Thumbnail
        src={backend(thumbnail)}
        className="aspect-video w-full self-start rounded-control sm:w-44"
        fallback={<Clapperboard aria-hidden="true" />}
      />
      <div className="min-w-0 flex-1">
        <h3 className="text-base break-words">
          {processing === 'READY' ? (
            <Link dir="auto" to={paths.video(id)} className="hover:underline">
              {title}
            </Link>
          ) : (
            title
          )}
        </h3>
        <p className="mb-2 flex flex-wrap gap-x-3 text-sm text-ink-soft">
          <CategoryName name={category} />
          <Time at={createdAt} />
          {submissionStatus.state === 'LIVE' && (
            <>
              <Count of={views} format={formatViews} />
              <Count of={likes} format={formatLikes} />
            </>
          )}
        </p>
        <SubmissionStatusStrip id={id} known={submissionStatus} />
        {status === 'REJECTED' && rejectAtSec !== null && (
          <Link
            to={paths.video(id, rejectAtSec)}
            className="mt-1 inline-block text-sm font-semibold text-accent-text underline underline-offset-2"
          >
            {t`Watch at ${formatMoment(rejectAtSec)}`}
          </Link>
        )}
        {submissionStatus.state !== 'LIVE' && submissionStatus.state !== 'ARCHIVED' && (
          <div className="mt-3 flex flex-wrap gap-2">
            {status === REVIEW_MOVES.resubmit.from && <Resubmit submission={submission} />}
            {(status === 'REJECTED' || processing === 'FAILED') && <AnotherFile submission={submission} />}
            <Withdraw submission={submission} />
          </div>
        )}
      </div>
    </li>
  );
}

/** Withdraws a submission and deletes its files, after a confirmation. */
function Withdraw({ submission: { id, title } }: { submission: Submission }) {
  const withdraw = useWithdraw();
  const confirmWithdraw = async (): Promise<void> => {
    const sure = await confirm({
      title: t`Withdraw “${title}”?`,
      text: t`This permanently deletes the video and everything you entered for it. It won’t be reviewed.`,
      action: t`Withdraw`,
      danger: true,
    });
    if (sure) withdraw.mutate(id);
  };
  return (
    <Button
      size="sm"
      aria-label={t`Withdraw ${title}`}
      pending={withdraw.isPending}
      onClick={() => void confirmWithdraw()}
    >
      {t`Withdraw`}
    </Button>
  );
}

/** The same item with another video; the dialog comes when it is wanted. */
function AnotherFile({ submission }: { submission: Submission }) {
  const { me } = useMe();
  return (
    <Button size="sm" onClick={() => me && openUpload(me.id, submission)}>
      {t`Choose another file`}
    </Button>
  );
}

function Resubmit({ submission }: { submission: Submission }) {
  const [open, setOpen] = useState(false);
  const { title, description } = submission;
  const form = useForm(useFields({ title, description: description ?? '' }), useResubmit(submission.id), {
    ready: (values) => values.title.trim() !== '',
  });
  if (!open) {
    return (
      <Button size="sm" onClick={() => setOpen(true)}>
        {t`Edit and resubmit`}
      </Button>
    );
  }
  return (
    <Form
      form={form}
      button={t`Submit again`}
      size="sm"
      className="w-full gap-3"
      onCancel={() => setOpen(false)}
    >
      <Field label={t`Title`} required maxLength={MAX_TITLE} {...form.field('title')} />
      <TextArea label={t`Description`} {...form.field('description')} />
    </Form>
  );
}
