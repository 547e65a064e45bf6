import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { MessageCircleReply } from 'lucide-react';
import { useState } from 'react';
import { comments, type ReplyToMe } from '#contract/comments/comments.ts';
import { call } from '#web/app/client/call.ts';
import { useMe } from '#web/app/session/me.ts';
import { listOwn, addOwn } from '#web/app/session/own.ts';
import { paths } from '#web/app/paths.ts';
import { Button } from '#web/ui/controls/Button.tsx';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { Time } from '#web/ui/lists/Numbers.tsx';
import { Link } from 'react-router';
import { EVERYWHERE } from './comments.queries.ts';

const SEEN = 'replies seen';
const SHOWN = '20';

/** For guests who commented in this browser: replies to them, on any video. */
export function GuestReplies() {
  const { signedIn } = useMe();
  const wrote = !signedIn && listOwn(EVERYWHERE).length > 0;
  const { data } = useQuery({
    queryKey: ['replies', 'to me'],
    queryFn: () => call(comments.toMe, { query: { limit: SHOWN } }),
    enabled: wrote,
  });
  const [seen, setSeen] = useState(() => listOwn(SEEN)[0] ?? 0);
  const [isOpen, setOpen] = useState(false);
  const [latest] = data ?? [];
  if (!wrote || !data || !latest) return null;
  const newCount = data.filter(({ id }) => id > seen).length;
  const open = (): void => {
    setOpen(true);
    if (latest.id <= seen) return;
    addOwn(SEEN, latest.id);
    setSeen(latest.id);
  };
  return (
    <>
      <Button variant="quiet" size="sm" className="-me-3.5 min-w-0 shrink!" onClick={open}>
        <MessageCircleReply aria-hidden="true" />
        <span className="truncate">{newCount > 0 ? t`Replies to you (${newCount})` : t`Replies to you`}</span>
      </Button>
      {isOpen && (
        <Dialog title={t`Replies to your comments`} onClose={() => setOpen(false)}>
          <p className="text-sm text-ink-soft">{t`Replies to what you posted as a guest in this browser.`}</p>
          <ul className="mt-4 space-y-4">
            {data.map((reply) => (
              <li key={reply.id}>
                <Reply reply={reply} onFollow={() => setOpen(false)} />
              </li>
            ))}
          </ul>
        </Dialog>
      )}
    </>
  );
}

const Reply = ({ reply, onFollow }: { reply: ReplyToMe; onFollow: () => void }) => (
  <div className="text-sm">
    <p className="text-ink-soft">
      <bdi className="font-semibold text-ink">{reply.authorDisplayName ?? reply.authorUsername}</bdi>
      {' · '}
      <bdi>{reply.videoTitle}</bdi>
      {' · '}
      <Time at={reply.createdAt} />
    </p>
    <Link
      dir="auto"
      to={paths.comment(reply.videoId, reply.id)}
      onClick={onFollow}
      className="line-clamp-2 break-words underline-offset-2 hover:underline"
    >
      {reply.text}
    </Link>
  </div>
);
