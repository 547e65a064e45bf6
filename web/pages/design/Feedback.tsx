import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#web/ui/controls/Button.tsx';
import { confirm } from '#web/ui/dialogs/confirm.ts';
import { Dialog } from '#web/ui/dialogs/Dialog.tsx';
import { Field } from '#web/ui/controls/Field.tsx';
import { LoadMore } from '#web/ui/controls/LoadMore.tsx';
import { ProgressBar } from '#web/ui/lists/ProgressBar.tsx';
import { ReasonDialog } from '#web/ui/dialogs/ReasonDialog.tsx';
import { Spinner } from '#web/ui/lists/Spinner.tsx';
import { EmptyState, ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { toast } from '#web/ui/dialogs/toast.ts';
import type { ToastKind } from '#web/ui/dialogs/toast.ts';
import { Row } from './parts.tsx';

export function Progress() {
  return (
    <>
      <Row>
        <Spinner />
        <Spinner label="Loading" className="size-12" />
      </Row>
      {[0, 33, 100].map((percent) => (
        <Row key={percent}>
          <ProgressBar label={`Upload, ${percent} percent`} percent={percent} />
        </Row>
      ))}
    </>
  );
}

export function Skeletons() {
  return (
    <div className="flex gap-3">
      <Skeleton className="size-14 rounded-pill" />
      <div className="flex-1 space-y-2">
        <Skeleton className="h-5 w-2/3" />
        <Skeleton className="h-20" />
      </div>
    </div>
  );
}

export function States() {
  return (
    <>
      <EmptyState
        className="py-4"
        icon={<Inbox />}
        title="No new submissions."
        text="New uploads appear here."
        action={<Button>Show all</Button>}
      />
      <ErrorState className="py-4" title="Failed to fetch videos" onRetry={() => undefined} />
      <ErrorState className="py-4" title="Without a way on" text="There is none." />
    </>
  );
}

const list = { hasNextPage: true, isFetchingNextPage: false, fetchNextPage: async () => undefined };

export function Lists() {
  return (
    <Row>
      <LoadMore list={list} />
      <LoadMore list={list} size="sm">
        Show older orders
      </LoadMore>
      <LoadMore list={{ ...list, isFetchingNextPage: true }} />
    </Row>
  );
}

const KINDS: ToastKind[] = ['ok', 'info', 'warn', 'bad'];

export function ToastButtons() {
  return (
    <Row>
      {KINDS.map((kind) => (
        <Button key={kind} onClick={() => toast(`A toast: ${kind}`, { kind, text: 'What it is about.' })}>
          {`Toast: ${kind}`}
        </Button>
      ))}
    </Row>
  );
}

type Shown = 'plain' | 'wide' | 'locked' | 'reason';

export function Dialogs() {
  const [shown, setShown] = useState<Shown | null>(null);
  const close = (): void => setShown(null);
  const openConfirm = (): void => {
    void confirm({
      title: 'Delete this post?',
      text: 'It is gone for good.',
      action: 'Delete',
      danger: true,
    });
  };
  return (
    <Row>
      <Button onClick={() => setShown('plain')}>Dialog</Button>
      <Button onClick={() => setShown('wide')}>Wide dialog</Button>
      <Button onClick={() => setShown('locked')}>Locked dialog</Button>
      <Button onClick={() => setShown('reason')}>Question for a reason</Button>
      <Button onClick={openConfirm}>Question</Button>
      {shown === 'reason' && (
        <ReasonDialog
          title="Suspend Ann"
          text="Their sessions end at once."
          action="Suspend"
          pending={false}
          error="The last administrator can’t be suspended."
          onClose={close}
          onReason={close}
        />
      )}
      {shown !== null && shown !== 'reason' && (
        <Dialog
          title={`A dialog: ${shown}`}
          wide={shown === 'wide'}
          locked={shown === 'locked'}
          onClose={close}
          actions={
            <>
              <Button variant="quiet" onClick={close}>
                Cancel
              </Button>
              <Button variant="primary" onClick={close}>
                Save
              </Button>
            </>
          }
        >
          <Field label="Name" />
        </Dialog>
      )}
    </Row>
  );
}
