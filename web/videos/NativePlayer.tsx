import { useQueryClient } from '@tanstack/react-query';
import type { Video } from '#contract/videos/videos.ts';
import { backend } from '#web/app/client/backend.ts';
import { fittingFile, phoneFile } from '#web/ui/player/fitting-file.ts';
import { useHydrated } from '#web/ui/hydration.ts';
import { Player } from '#web/ui/player/Player.tsx';
import type { Chapter, Corner, PlayableVideo } from '#web/ui/player/player.types.ts';
import { isShort } from './files.ts';
import { backdropOf, posterOf } from '#web/app/thumbnails.ts';
import { videoQuery } from './videos.queries.ts';

interface PlayerProps {
  video: Video;
  src: string;
  autoPlay: boolean;
  pageKeys: boolean;
  chapters?: Chapter[] | undefined;
  corner: Corner | undefined;
}

const readable = ({ captions }: Video): PlayableVideo['captions'] =>
  captions.map(({ url, language, label, kind }) => ({
    url: backend(url),
    language,
    label,
    kind: kind === 'subtitles' ? kind : 'captions',
  }));

/** A video hosted by this site, in the player. */
export function NativePlayer({ video, src, autoPlay, pageKeys, chapters, corner }: PlayerProps) {
  // which screen it is, the server doesn't know: there the HTML names two
  const hydrated = useHydrated();
  const client = useQueryClient();
  return (
    <Player
      autoPlay={autoPlay}
      pageKeys={pageKeys}
      corner={corner}
      playable={{
        title: video.title,
        file: backend(hydrated ? fittingFile(src, video.lines) : src),
        phoneFile: backend(phoneFile(src, video.lines)),
        ladder: video.hlsUrl && backend(video.hlsUrl),
        startsAsFile: isShort(video),
        poster: video.thumbnail && posterOf(video.thumbnail),
        backdrop: video.thumbnail && backdropOf(video.thumbnail),
        storyboard: video.storyboard && backend(video.storyboard),
        captions: readable(video),
        chapters,
        renew: () => void client.invalidateQueries(videoQuery(video.id)),
        viewBox: video.width && video.height ? `0 0 ${video.width} ${video.height}` : '0 0 16 9',
      }}
    />
  );
}
