import { t } from '@lingui/core/macro';
import {
  NEW_GUESTS,
  ROTATION,
  TOP_COMMENT_DAYS,
  VIEW_MINUTES,
  VIEW_SECONDS,
} from '#contract/site/counting.ts';
import { SCORE } from '#contract/creators/creators.ts';
import { useConfig } from '#web/app/config.ts';
import { Card, PageHeading } from '#web/ui/lists/Card.tsx';
import type { Head } from '#web/app/page.ts';

export const head: Head = () => ({
  title: t`How we count`,
  description: t`How views, likes and scores are counted, and how the rotation works.`,
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
        text={t`How the numbers on ${siteName} are counted. Counting happens on the server, not in your browser.`}
      />
      <div className="flex flex-col gap-5">
        <Card title={t`Views`}>
          <p>{t`Each person’s view of a video counts once every ${VIEW_MINUTES} minutes, no matter how often they open the page or repeat the request. Views of your own videos don’t count. “${siteName} views” are ours alone. Views on other platforms are shown separately.`}</p>
          <p>{t`In the feed, a view counts after ${VIEW_SECONDS} seconds, or when a shorter video reaches its end.`}</p>
        </Card>
        <Card title={t`Likes`}>
          <p>{t`Each person can like a video, comment or post once. Press again to remove the like. Videos from other platforms show their likes there and ours combined. “${siteName} likes” are ours alone.`}</p>
        </Card>
        <Card title={t`How we tell viewers apart`}>
          <p>{t`We identify members by their account and guests by a random cookie that reveals nothing about them. One network can bring in ${guests} new guests at once, and that many again every ${guestMinutes} minutes. A whole class can like a video together, but a script can’t invent viewers.`}</p>
          <p>
            {t`Videos embedded on other sites set no cookie. There, the same network and browser count as one person per day.`}
          </p>
        </Card>
        <Card title={t`Comments and posts`}>
          <p>{t`Deleted, hidden and pending content doesn’t count. Top comments are the most liked from the last ${TOP_COMMENT_DAYS} days on public videos.`}</p>
        </Card>
        <Card title={t`Creator score`}>
          <p>{t`${videoScore} for each approved video, ${postScore} for each post, ${commentScore} for each comment and ${likeScore} for each like they receive. Everyone with at least one video or post is listed, starting with those who have videos.`}</p>
        </Card>
        <Card title={t`How videos are ranked`}>
          <p>{t`The home page shows videos from the rotation. Videos the editors mark as featured or trending come first, then those with the highest score: ${view} for each view in the last ${viewDays} days, ${like} for each like and ${comment} for each comment. Scores fade with age, so newer videos rank higher. Categories are mixed, and no creator appears more than ${inARow} times in a row. The rotation updates every ${minutes} minutes, and no one can pay for a spot.`}</p>
        </Card>
      </div>
    </div>
  );
}
