import { t } from '@lingui/core/macro';
import { NEW_GUESTS, ROTATION, TOP_COMMENT_DAYS, VIEW_MINUTES } from '#contract/site/counting.ts';
import { SCORE } from '#contract/creators/creators.ts';
import { useConfig } from '#web/app/config.ts';
import { Card, PageHeading } from '#web/ui/lists/Card.tsx';
import type { Head } from '#web/app/page.ts';

export const head: Head = () => ({
  title: t`How we count`,
  description: t`What counts as a view, a like and a score here, and how the rotation picks.`,
});

export function CountingPage() {
  const { siteName } = useConfig();
  const { max: guests, minutes: guestMinutes } = NEW_GUESTS;
  const { video: videoScore, post: postScore, comment: commentScore, like: likeScore } = SCORE;
  const { view, viewDays, like, comment, inARow, minutes } = ROTATION;
  return (
    <div className="wrap max-w-3xl pb-16">
      <PageHeading
        title={t`How we count`}
        text={t`What stands behind the numbers on ${siteName}. The server counts, not your browser.`}
      />
      <div className="flex flex-col gap-5">
        <Card title={t`Views`}>
          <p>{t`A view counts once per person and clip in ${VIEW_MINUTES} minutes, however often the page is opened or the call is sent. Your own views of your clips don’t count. “${siteName} views” are ours alone; views on other platforms stand beside them.`}</p>
        </Card>
        <Card title={t`Likes`}>
          <p>{t`One like per person for each clip, comment or post. Pressing again takes it back. A clip from another platform shows its likes there and ours together; “${siteName} likes” are ours alone.`}</p>
        </Card>
        <Card title={t`Who counts as a person`}>
          <p>{t`Members are told apart by their account, guests by a random cookie that says nothing about them. One network can bring ${guests} new guests at once, and as many again every ${guestMinutes} minutes: a school class can like together, but a script can’t make up people.`}</p>
          <p>
            {t`A clip that is watched on a page of another site sets no cookie: there the same network and browser count as one person for a day.`}
          </p>
        </Card>
        <Card title={t`Comments and posts`}>
          <p>{t`What was deleted, hidden by a moderator or is waiting for one doesn’t count. The top comments are the most liked of the last ${TOP_COMMENT_DAYS} days on clips that everybody can see.`}</p>
        </Card>
        <Card title={t`Creator score`}>
          <p>{t`${videoScore} for each approved video, ${postScore} for each post, ${commentScore} for each comment, and ${likeScore} for each like received on any of them. Everybody with at least one video or post is on the list, those with videos first.`}</p>
        </Card>
        <Card title={t`What you see first`}>
          <p>{t`The clips on the home page come from the rotation. Clips that the editors mark as featured or trending come first; then the best by ${view} for each view of the last ${viewDays} days, ${like} for each like and ${comment} for each comment. What a clip earned fades with its age, so newer ones weigh more. Categories are mixed, and no creator comes more than ${inARow} times in a row. It is recomputed every ${minutes} minutes, and nobody can pay for a place in it.`}</p>
        </Card>
      </div>
    </div>
  );
}
