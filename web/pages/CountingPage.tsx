import { NEW_GUESTS, ROTATION, TOP_COMMENT_DAYS, VIEW_MINUTES } from '#contract/counting.ts';
import { SCORE } from '#contract/creators.ts';
import { useConfig } from '#web/app/config.ts';
import { Card, PageHeading } from '#web/ui/lists/Card.tsx';
import type { Head } from './page.ts';

export const head: Head = {
  title: 'How we count',
  description: 'What counts as a view, a like and a score here, and how the rotation picks.',
};

export function CountingPage() {
  const { siteName } = useConfig();
  return (
    <div className="wrap max-w-3xl pb-16">
      <PageHeading
        title="How we count"
        text={`What stands behind the numbers on ${siteName}. The server counts, not your browser.`}
      />
      <div className="flex flex-col gap-5">
        <Card title="Views">
          <p>{`A view counts once per person and clip in ${VIEW_MINUTES} minutes, however often the page is opened or the call is sent. Your own views of your clips don’t count. “${siteName} views” are ours alone; views on other platforms stand beside them.`}</p>
        </Card>
        <Card title="Likes">
          <p>{`One like per person for each clip, comment or post. Pressing again takes it back. A clip from another platform shows its likes there and ours together; “${siteName} likes” are ours alone.`}</p>
        </Card>
        <Card title="Who counts as a person">
          <p>
            Members are told apart by their account, guests by a random cookie that says nothing about them.
            One network can bring {NEW_GUESTS.max} new guests at once, and as many again every{' '}
            {NEW_GUESTS.minutes} minutes: a school class can like together, but a script can’t make up people.
          </p>
          <p>
            A clip that is watched on a page of another site sets no cookie: there the same network and
            browser count as one person for a day.
          </p>
        </Card>
        <Card title="Comments and posts">
          <p>
            What was deleted, hidden by a moderator or is waiting for one doesn’t count. The top comments are
            the most liked of the last {TOP_COMMENT_DAYS} days on clips that everybody can see.
          </p>
        </Card>
        <Card title="Creator score">
          <p>
            {SCORE.video} for each approved video, {SCORE.post} for each post, {SCORE.comment} for each
            comment, and {SCORE.like} for each like received on any of them. Everybody with at least one video
            or post is on the list, those with videos first.
          </p>
        </Card>
        <Card title="What you see first">
          <p>
            The clips on the home page come from the rotation. Clips that the editors mark as featured or
            trending come first; then the best by {ROTATION.view} for each view of the last{' '}
            {ROTATION.viewDays} days, {ROTATION.like} for each like and {ROTATION.comment} for each comment.
            What a clip earned fades with its age, so newer ones weigh more. Categories are mixed, and no
            creator comes more than {ROTATION.inARow} times in a row. It is recomputed every{' '}
            {ROTATION.minutes} minutes, and nobody can pay for a place in it.
          </p>
        </Card>
      </div>
    </div>
  );
}
