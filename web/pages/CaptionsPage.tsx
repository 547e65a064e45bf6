import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { VideoDetails } from '#contract/videos/videos.ts';
import { MembersOnly } from '#web/accounts/MembersOnly.tsx';
import { paths } from '#web/app/paths.ts';
import { removeTrack, tracksQuery, type TrackName } from '#web/captions/captions.queries.ts';
import { ImportCaptions } from '#web/captions/editor/ImportCaptions.tsx';
import { MakeCaptions } from '#web/captions/editor/MakeCaptions.tsx';
import { TrackBar } from '#web/captions/editor/TrackBar.tsx';
import { TrackEditor } from '#web/captions/editor/TrackEditor.tsx';
import { PageHeading } from '#web/ui/lists/Card.tsx';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import { confirm } from '#web/ui/dialogs/confirm.ts';
import { toast } from '#web/ui/dialogs/toast.ts';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { useParams } from 'react-router';
import { VideoPlayer } from '#web/videos/VideoPlayer.tsx';
import { useVideo } from '#web/videos/videos.queries.ts';
import { idIn, type Head } from '#web/app/page.ts';

export const head: Head = () => ({ title: t`Captions`, hidden: true });

/** The captions of a video, written beside it: for its creator and admins. */
export function CaptionsPage() {
  const id = idIn(useParams()['id']);
  return <MembersOnly>{() => <Captions id={id} />}</MembersOnly>;
}

function Captions({ id }: { id: number | null }) {
  const { data: video, error } = useVideo(id);
  const { data: tracks, error: refused } = useQuery({ ...tracksQuery(id ?? 0), enabled: id !== null });
  if (id === null || error || refused || video === null)
    return (
      <ErrorState whole title={t`You can’t edit captions for this video`} onRetry={() => location.reload()} />
    );
  if (!video || !tracks)
    return (
      <div className="wrap py-10">
        <Skeleton className="aspect-video max-w-3xl" />
      </div>
    );
  const [first] = tracks;
  return <Workplace video={video} first={first ?? { language: 'en', kind: 'captions' }} />;
}

function Workplace({ video, first }: { video: VideoDetails; first: TrackName }) {
  const { id } = video;
  const client = useQueryClient();
  const [stage, setStage] = useState<HTMLElement | null>(null);
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const [name, setName] = useState<TrackName>({ language: first.language, kind: first.kind });
  const [isBringing, setBringing] = useState(false);
  // another one begins with what the server has then
  const [round, setRound] = useState(0);
  const { data: tracks = [] } = useQuery({ ...tracksQuery(id), refetchOnWindowFocus: false });
  const isThere = tracks.some(({ language, kind }) => language === name.language && kind === name.kind);
  // the picture shows the draft, not the published captions
  const uncaptioned = useMemo(() => ({ ...video, captions: [] }), [video]);
  useEffect(() => {
    document.documentElement.toggleAttribute('data-caption-editor', true);
    return () => void document.documentElement.toggleAttribute('data-caption-editor', false);
  }, []);
  const recordSecurityChange = async (): Promise<void> => {
    void client.invalidateQueries({ queryKey: ['video', id] });
    await client.invalidateQueries({ queryKey: tracksQuery(id).queryKey, exact: true });
  };
  const renew = async (): Promise<void> => {
    await recordSecurityChange();
    setRound((before) => before + 1);
  };
  const remove = async (): Promise<void> => {
    const isSure = await confirm({
      title: t`Remove this track?`,
      text: t`Viewers won’t see it anymore, and its draft will be deleted too.`,
      action: t`Remove`,
      danger: true,
    });
    if (!isSure) return;
    await removeTrack(id, name).catch((failure: Error) =>
      toast(t`That didn’t work`, { kind: 'bad', text: failure.message }),
    );
    await renew();
  };
  return (
    <div className="wrap pb-16">
      <PageHeading
        title={
          <>
            <Trans>
              Captions of <bdi>{video.title}</bdi>
            </Trans>
          </>
        }
      />
      <div className="mb-4">
        <TrackBar
          tracks={tracks}
          name={name}
          onName={setName}
          onImport={() => setBringing(true)}
          onRemove={() => void remove()}
        >
          {name.kind === 'captions' && (
            <MakeCaptions
              videoId={id}
              language={name.language}
              onCreated={(language) => {
                setName({ language, kind: 'captions' });
                void renew();
              }}
            />
          )}
        </TrackBar>
      </div>
      <div className="caption-editor">
        <div className="caption-stage">
          <div ref={setStage} className="on-stage relative overflow-clip rounded-card bg-stage text-ink">
            <VideoPlayer video={uncaptioned} autoPlay={false} />
          </div>
          <div ref={setTools} className="flex flex-col gap-2 empty:hidden" />
        </div>
        <TrackEditor
          key={`${name.language} ${name.kind} ${round}`}
          videoId={id}
          name={name}
          isThere={isThere}
          stage={stage}
          tools={tools}
          onPublished={() => void recordSecurityChange()}
        />
      </div>
      <p className="mt-8">
        <ButtonLink to={paths.video(id)}>
          <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100" />
          <Trans>Back to the video</Trans>
        </ButtonLink>
      </p>
      {isBringing && (
        <ImportCaptions
          videoId={id}
          name={name}
          onClose={() => setBringing(false)}
          onTaken={() => {
            setBringing(false);
            toast(t`Published`, { kind: 'ok' });
            void renew();
          }}
        />
      )}
    </div>
  );
}
