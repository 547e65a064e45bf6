import type { ComponentProps } from 'react';
import type { Video } from '#contract/videos/videos.ts';
import { Thumbnail } from '#web/ui/lists/Thumbnail.tsx';
import { backend } from './client/backend.ts';
import { blurred, useBlurs } from './sensitive.ts';

type Pictured = Pick<Video, 'thumbnail' | 'placeholder' | 'labels'>;

/** As `Thumbnail`, blurred where the viewer blurs sensitive videos. */
export function VideoThumbnail({
  video,
  ...rest
}: { video: Pictured } & Omit<ComponentProps<typeof Thumbnail>, 'src'>) {
  const { thumbnail } = useBlurs(video) ? blurred(video) : video;
  return <Thumbnail src={backend(thumbnail)} {...rest} />;
}
