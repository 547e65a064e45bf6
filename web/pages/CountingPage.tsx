import { SCORE } from '#contract/creators.ts';
import { useConfig } from '#web/app/config.ts';
import { useTitle } from '#web/app/title.ts';
import { Card, PageHeading } from '#web/ui/Card.tsx';

export function CountingPage() {
  useTitle('How we count');
  const { siteName } = useConfig();
  return (
    <div className="wrap max-w-3xl pb-16">
      <PageHeading
        title="How we count"
        text={`What stands behind the numbers on ${siteName}. The server counts, not your browser.`}
      />
      <div className="flex flex-col gap-5">
        <Card title="Views">
          <p>
            A view counts once per person and clip in 30 minutes, however often the page is opened or the call
            is sent. Who uploaded a clip never adds to its views. “{siteName} views” are ours alone; views on
            other platforms stand beside them.
          </p>
        </Card>
        <Card title="Likes">
          <p>
            One like per person and thing: clip, comment or post. Pressing again takes it back. Members are
            told apart by their account, guests by a random cookie that says nothing about them. New guests
            from one network are limited, so that a script can’t make up people; a school class can still
            like.
          </p>
        </Card>
        <Card title="Creator score">
          <p>
            {SCORE.video} for each approved video, {SCORE.post} for each post, {SCORE.comment} for each
            comment, and {SCORE.like} for each like received on any of them. What was deleted or hidden
            doesn’t count.
          </p>
        </Card>
        <Card title="What you see first">
          <p>
            The clips on the home page come from the rotation. Clips that the editors mark as featured or
            trending come first; then the best recent ones by views, likes and comments, where newer ones
            weigh more. It is made anew every 15 minutes, and nobody can pay for a place in it.
          </p>
        </Card>
      </div>
    </div>
  );
}
