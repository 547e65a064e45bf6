import { plural, t } from '@lingui/core/macro';
import { Eye, Heart, MessageCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Video } from '#contract/videos/videos.ts';
import { useConfig } from '#web/app/config.ts';
import { Count } from '#web/ui/lists/Numbers.tsx';
import { platformName } from './platform.ts';

/** What this site's own visitors did with a video; the platform's numbers are listed separately. */
export function ActivityBox({ video }: { video: Video }) {
  const { siteName } = useConfig();
  const platform = platformName(video);
  return (
    <section aria-label={t`Community activity`} className="rounded-card border border-line bg-surface p-5">
      <h2 className="text-lg">{t`Community activity`}</h2>
      <dl className="mt-4 grid grid-cols-3 divide-x divide-line">
        <Fact icon={<Eye />} name={t`${siteName} views`} count={video.lllViews} />
        <Fact icon={<Heart />} name={t`${siteName} likes`} count={video.lllLikes} />
        <Fact icon={<MessageCircle />} name={t`Comments`} count={video.lllComments} />
      </dl>
      {platform && (
        <p className="mt-4 border-t border-line pt-4 text-sm text-ink-soft">
          <span>{t`Also on ${platform}`}</span>
          {video.externalViews !== null && (
            <>
              {' '}
              ·{' '}
              <Count
                of={video.externalViews}
                format={(n, count) =>
                  plural(n, { one: `${count} view there`, other: `${count} views there` })
                }
              />
            </>
          )}
        </p>
      )}
    </section>
  );
}

function Fact({ icon, name, count }: { icon: ReactNode; name: string; count: number }) {
  return (
    <div className="flex flex-col-reverse items-center gap-0.5 px-2 text-center">
      <dt className="flex items-center gap-1.5 text-sm text-ink-soft [&_svg]:size-4 [&_svg]:max-xs:hidden">
        {icon}
        <span>{name}</span>
      </dt>
      <dd className="text-xl font-bold">
        <Count of={count} />
      </dd>
    </div>
  );
}
