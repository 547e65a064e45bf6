import { Trans } from '@lingui/react/macro';
import { t } from '@lingui/core/macro';
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { FeedSource } from '#contract/videos/feed-address.ts';
import { useCategoryText } from '#web/app/i18n/CategoryName.tsx';
import { Button, IconButton } from '#web/ui/controls/Button.tsx';
import { Dialog, useOpen } from '#web/ui/dialogs/Dialog.tsx';
import { KeyList, type Keys } from '#web/ui/dialogs/KeyList.tsx';
import { useFeedControl } from './feed.context.ts';
import type { Panel } from './feed.context.ts';
import { FeedMenu, Speed } from './FeedMenu.tsx';
import { setTime } from './play.ts';
import type { FeedItem, Reason } from './queue.ts';

interface PanelsProps {
  panel: Panel | null;
  item: FeedItem;
  source: FeedSource;
  isWide: boolean;
  onPanel: (panel: Panel | null) => void;
  onAfresh: () => void;
}

/** What opens over a video, and its comments: beside it where there is room. */
export function FeedPanels({ panel, item, source, isWide, onPanel, onAfresh }: PanelsProps) {
  const { parts } = useFeedControl();
  const close = (): void => onPanel(null);
  return (
    <>
      {isWide && <CommentsBeside item={item} isWanted={panel === 'comments'} onShown={close} />}
      {!isWide && panel === 'comments' && <CommentsSheet item={item} onClose={close} />}
      {panel === 'menu' && <FeedMenu video={item.video} onPanel={onPanel} onClose={close} />}
      {panel === 'speed' && <Speed onClose={close} />}
      {panel === 'save' && parts.saveDialog(item.video, close)}
      {panel === 'report' && parts.reportDialog(item.video, close)}
      {panel === 'why' && <Why item={item} source={source} onAfresh={onAfresh} onClose={close} />}
      {panel === 'keys' && <KeyList keys={listKeys()} onClose={close} />}
    </>
  );
}

function CommentsBeside({
  item,
  isWanted,
  onShown,
}: {
  item: FeedItem;
  isWanted: boolean;
  onShown: () => void;
}) {
  const { parts, playing } = useFeedControl();
  const aside = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isWanted) return;
    aside.current?.focus();
    onShown();
  }, [isWanted, onShown]);
  return (
    <aside
      ref={aside}
      tabIndex={-1}
      aria-label={t`Comments on this video`}
      className="flex h-full flex-col gap-6 overflow-y-auto overscroll-contain border-s border-line bg-surface p-5 text-ink outline-none"
    >
      <h2 className="text-lg">{t`Comments`}</h2>
      {parts.comments(item.video, 'beside', (seconds) => setTime(playing.current, seconds))}
    </aside>
  );
}

/** Over the lower two thirds, on a short screen over its right side: the video plays on beside it. */
function CommentsSheet({ item, onClose }: { item: FeedItem; onClose: () => void }) {
  const { parts, playing } = useFeedControl();
  const ref = useRef<HTMLDialogElement>(null);
  useOpen(ref, () => {
    onClose();
    return true;
  });
  return (
    <dialog
      ref={ref}
      aria-label={t`Comments on this video`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onMouseDown={(event) => {
        if (event.target === ref.current) onClose();
      }}
      className="fixed inset-x-0 top-auto bottom-0 m-0 h-[66dvh] max-h-none w-full max-w-none animate-rise flex-col rounded-t-card bg-surface text-ink backdrop:bg-transparent backdrop:backdrop-blur-none open:flex short:top-0 short:start-auto short:h-full short:w-[max(20rem,min(24rem,50vw))] short:max-w-full short:rounded-none"
    >
      <header className="flex items-center justify-between gap-4 border-b border-line py-1 pe-2 ps-5">
        <h2 className="text-lg">{t`Comments`}</h2>
        <IconButton label={t`Close`} onClick={onClose}>
          <X />
        </IconButton>
      </header>
      {parts.comments(item.video, 'sheet', (seconds) => setTime(playing.current, seconds))}
      <div data-toasts aria-live="polite" aria-relevant="additions" />
    </dialog>
  );
}

function Why({
  item: { video, reason },
  source,
  onAfresh,
  onClose,
}: {
  item: FeedItem;
  source: FeedSource;
  onAfresh: () => void;
  onClose: () => void;
}) {
  const { parts } = useFeedControl();
  const category = useCategoryText()(video.category);
  return (
    <Dialog
      title={t`Why am I seeing this?`}
      onClose={onClose}
      actions={
        <>
          <Button
            onClick={() => {
              onAfresh();
              onClose();
            }}
          >
            {t`Reset my feed`}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t`Got it`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p data-reason={reason} className="font-semibold">
          {formatReason(reason, { creator: video.creator, category }, source)}
        </p>
        <p>
          {t`Everyone gets the same order: the rotation’s picks first, then the newest, then the rest. What you finish, skip and like adjusts it slightly.`}
        </p>
        <p className="text-ink-soft">
          <Trans>
            What you watch and like stays in this browser and is never sent. “Reset my feed” clears it.{' '}
            <span>{parts.counting()}</span>
          </Trans>
        </p>
      </div>
    </Dialog>
  );
}

function formatReason(
  reason: Reason,
  { creator, category }: { creator: string; category: string },
  source: FeedSource,
): string {
  if (reason === 'again') return t`You’re all caught up. Here’s what you watched longest ago.`;
  if (reason === 'opened') return t`You opened this video.`;
  if (source.q) return t`You searched for “${source.q}”.`;
  if (source.creator) return t`You’re watching videos by ${creator}.`;
  if (source.following) return t`You follow its creator or category.`;
  if (source.sort) return t`It’s next in the list you came from.`;
  const reasons: Record<typeof reason, string> = {
    creator: t`You finished or liked videos by ${creator}.`,
    category: t`You often finish ${category} videos.`,
    featured: t`Featured by the editors.`,
    trending: t`Marked as trending by the editors.`,
    new: t`It’s new here.`,
    order: source.category ? t`It’s next in ${category}, which you chose.` : t`It’s next for everyone.`,
  };
  return reasons[reason];
}

/** What useFeedKeys knows, as people read it. */
const listKeys = (): Keys => [
  ['↓  J  Page Down', t`Next video`],
  ['↑  K  Page Up', t`Previous video`],
  [t`Space`, t`Play, pause`],
  ['M', t`Mute, unmute`],
  ['L', t`Like`],
  ['C', t`Comments`],
  ['S', t`Share`],
  ['?', t`Keyboard shortcuts`],
];
