import { t } from '@lingui/core/macro';
import { Clapperboard } from 'lucide-react';
import { canUpload } from '#web/app/capabilities.ts';
import { useConfig } from '#web/app/config.ts';
import { paths } from '#web/app/paths.ts';
import { useMe } from '#web/app/session/me.ts';
import { useCanBuy } from '#web/shop/can-buy.ts';
import { openUpload } from '#web/submissions/opened-upload.ts';
import { Button, ButtonLink } from '#web/ui/controls/Button.tsx';
import { EmptyState } from '#web/ui/lists/States.tsx';

/** The site has no public video: those who may upload can change that, the others can visit an open shop. */
export function EmptySite() {
  const { me } = useMe();
  const { siteName } = useConfig();
  const canBuy = useCanBuy();
  if (me && canUpload(me))
    return (
      <EmptyState
        icon={<Clapperboard />}
        title={t`No videos here yet`}
        text={t`Videos appear here once they’re approved.`}
        action={
          <Button variant="primary" onClick={() => openUpload(me.id)}>
            {t`Upload your first video`}
          </Button>
        }
      />
    );
  return (
    <EmptyState
      icon={<Clapperboard />}
      title={canBuy ? t`No videos here yet` : t`${siteName} opens soon`}
      text={t`The first videos are on their way.`}
      action={canBuy && <ButtonLink to={paths.shop()}>{t`Visit the shop`}</ButtonLink>}
    />
  );
}
