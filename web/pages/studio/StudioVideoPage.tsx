import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import type { Submission } from '#contract/submissions/submissions.ts';
import { CreatorsOnly } from '#web/accounts/CreatorsOnly.tsx';
import { findIn, idIn, type Head } from '#web/app/page.ts';
import { paths } from '#web/app/paths.ts';
import { useMayTagProducts } from '#web/product-tags/useMayTagProducts.ts';
import { EditVideo } from '#web/studio/EditVideo.tsx';
import { studioVideoQuery } from '#web/studio/studio.queries.ts';
import { PageHeading } from '#web/ui/lists/Card.tsx';
import { ErrorState, Skeleton } from '#web/ui/lists/States.tsx';
import { CaptionTracks } from './CaptionTracks.tsx';
import { ProductTags } from './ProductTags.tsx';

export const head: Head = ({ client, params }) => {
  const id = idIn(params['id']);
  const video = id === null ? null : findIn(client, studioVideoQuery(id));
  return { title: video?.title ?? t`Edit video`, hidden: true };
};

/** Everything about one video, for its creator and admins. */
export function StudioVideoPage() {
  const id = idIn(useParams()['id']);
  return <CreatorsOnly>{() => <Loaded id={id} />}</CreatorsOnly>;
}

function Loaded({ id }: { id: number | null }) {
  const { data: video, error, refetch } = useQuery({ ...studioVideoQuery(id ?? 0), enabled: id !== null });
  if (video) return <Edit key={video.id} video={video} />;
  if (id === null || error)
    return <ErrorState whole title={t`You can’t edit this video`} onRetry={() => void refetch()} />;
  return (
    <div className="wrap py-10">
      <Skeleton className="h-96" />
    </div>
  );
}

function Edit({ video }: { video: Submission }) {
  const [isDeleted, setDeleted] = useState(false);
  const mayTag = useMayTagProducts();
  // the section of the address is there only now
  useEffect(() => {
    // its promise is no cleanup
    document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }, []);
  if (isDeleted) return <Navigate to={paths.studio()} replace />;
  return (
    <div className="wrap pb-16">
      <PageHeading
        title={<bdi>{video.title}</bdi>}
        text={
          <Link to={paths.studio()} className="inline-flex items-center gap-1.5 hover:underline">
            <ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />
            {t`Back to the studio`}
          </Link>
        }
      />
      <EditVideo
        video={video}
        captions={<CaptionTracks video={video} />}
        products={mayTag ? (stage) => <ProductTags video={video} stage={stage} /> : null}
        onDone={(act) => act === 'delete' && setDeleted(true)}
      />
    </div>
  );
}
