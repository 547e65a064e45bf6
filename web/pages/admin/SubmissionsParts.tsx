import { t } from '@lingui/core/macro';
import { MapPin, Tag } from 'lucide-react';
import { useState, type RefObject } from 'react';
import type { Submission } from '#contract/submissions/submissions.ts';
import { paths } from '#web/app/paths.ts';
import { WaitingCaptions } from '#web/captions/WaitingCaptions.tsx';
import { useMayTagProducts } from '#web/product-tags/useMayTagProducts.ts';
import { SubmissionsTab } from '#web/submissions/SubmissionsTab.tsx';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { ProductTags } from '../studio/ProductTags.tsx';

/** What was uploaded, and what was written for it. */
export function SubmissionsParts() {
  return (
    <>
      <WaitingCaptions />
      <SubmissionsTab
        beside={
          <ButtonLink size="sm" className="h-10" to={paths.nearby()}>
            <MapPin aria-hidden="true" /> {t`Nearby`}
          </ButtonLink>
        }
        below={(submission, stage) => <Products key={submission.id} video={submission} stage={stage} />}
      />
    </>
  );
}

function Products({ video, stage }: { video: Submission; stage: RefObject<HTMLElement | null> }) {
  const [isOpen, setOpen] = useState(false);
  const mayTag = useMayTagProducts();
  if (isOpen) return <ProductTags video={video} stage={stage} />;
  return (
    mayTag && (
      <Button size="sm" className="self-start" onClick={() => setOpen(true)}>
        <Tag aria-hidden="true" />
        {t`Tag products`}
      </Button>
    )
  );
}
