import { t } from '@lingui/core/macro';
import { Clapperboard } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Me } from '#contract/accounts/accounts.ts';
import { canUpload } from '#web/app/capabilities.ts';
import { paths } from '#web/app/paths.ts';
import { ButtonLink } from '#web/ui/controls/Button.tsx';
import { EmptyState } from '#web/ui/lists/States.tsx';
import { MembersOnly } from './MembersOnly.tsx';

/** A page of the studio; other members read how to become a creator. */
export function CreatorsOnly({ children }: { children: (me: Me) => ReactNode }) {
  return (
    <MembersOnly wide>
      {(me) =>
        canUpload(me) ? (
          children(me)
        ) : (
          <EmptyState
            whole
            icon={<Clapperboard />}
            title={t`The studio is for creators`}
            text={t`Request creator access in your settings to publish videos here.`}
            action={<ButtonLink to={paths.settings()}>{t`Settings`}</ButtonLink>}
          />
        )
      }
    </MembersOnly>
  );
}
