import { t } from '@lingui/core/macro';
import { Captions, Check, EyeOff, Flag, Gauge, Info, Share2, Undo2 } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import type { Video } from '#contract/videos/videos.ts';
import { useConfig } from '#web/app/config.ts';
import { paths } from '#web/app/paths.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { useStore } from '#web/ui/store.ts';
import { useFeedControl } from './feed.context.ts';
import type { Panel } from './feed.context.ts';
import { setRate } from './play.ts';
import { toggleCaptions } from './sound.ts';

/** What else can be done with a video: behind ⋯ and a long press. */
export function FeedMenu({
  video,
  onPanel,
  onClose,
}: {
  video: Video;
  onPanel: (panel: Panel) => void;
  onClose: () => void;
}) {
  const { parts, playing, captions, showLess } = useFeedControl();
  const isCaptioned = useStore(captions);
  const own = playing.current;
  const { shopOffered, withdrawalMode } = useConfig();
  return (
    <Dialog title={video.title} onClose={onClose}>
      <ul className="-m-2">
        <Row
          icon={<Share2 />}
          label={t`Share`}
          onClick={() => {
            onClose();
            parts.openShare(video);
          }}
        />
        {video.captions.length > 0 && (
          <Row
            icon={<Captions />}
            label={t`Captions`}
            state={isCaptioned ? t`On` : t`Off`}
            aria-pressed={isCaptioned}
            onClick={toggleCaptions}
          />
        )}
        {own && (
          <Row
            icon={<Gauge />}
            label={t`Playback speed`}
            state={`${own.playbackRate}×`}
            onClick={() => onPanel('speed')}
          />
        )}
        <Row
          icon={<EyeOff />}
          label={t`Not interested`}
          onClick={() => {
            onClose();
            // once the focus is back on this video: it would bring the video back into view
            setTimeout(() => showLess(video));
          }}
        />
        <Row icon={<Info />} label={t`Why am I seeing this?`} onClick={() => onPanel('why')} />
        <Row icon={<Flag />} label={t`Report`} onClick={() => onPanel('report')} />
        {/* the feed has no footer on phones */}
        {shopOffered && withdrawalMode !== 'OFF' && (
          <li>
            <Link to={paths.withdraw()} className={ROW}>
              <Undo2 /> {t`Withdraw from a contract here`}
            </Link>
          </li>
        )}
      </ul>
    </Dialog>
  );
}

export function Speed({ onClose }: { onClose: () => void }) {
  const { playing } = useFeedControl();
  const speed = playing.current?.playbackRate ?? 1;
  return (
    <Dialog title={t`Playback speed`} onClose={onClose}>
      <ul className="-m-2">
        {[0.5, 1, 1.5, 2].map((rate) => (
          <Row
            key={rate}
            icon={<Check className={rate === speed ? undefined : 'invisible'} />}
            label={`${rate}×`}
            aria-pressed={rate === speed}
            onClick={() => {
              setRate(playing.current, rate);
              onClose();
            }}
          />
        ))}
      </ul>
      <p className="mt-4 text-sm text-ink-soft">{t`Press and hold either side for 2×`}</p>
    </Dialog>
  );
}

const ROW =
  'flex min-h-12 w-full items-center gap-4 rounded-control px-3 text-start font-medium hover:bg-raised [&_svg]:size-5 [&_svg]:shrink-0';

function Row({
  icon,
  label,
  state,
  ...rest
}: ComponentProps<'button'> & { icon: ReactNode; label: string; state?: string }) {
  return (
    <li>
      <button type="button" className={ROW} {...rest}>
        {icon}
        <span className="min-w-0 flex-1">{label}</span>
        {state && <span className="text-ink-soft">{state}</span>}
      </button>
    </li>
  );
}
