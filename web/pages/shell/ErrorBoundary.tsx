import { t } from '@lingui/core/macro';
import { Component } from 'react';
import type { ReactNode } from 'react';
import { ErrorState } from '#web/ui/lists/States.tsx';

/** Keeps header and footer standing when a page breaks or its code can't be fetched (e.g. after a new version). */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <ErrorState
        whole
        title={t`This page could not be shown`}
        text={t`You may be offline, or it was updated. Loading it again usually helps.`}
        retry={t`Load again`}
        onRetry={() => location.reload()}
      />
    );
  }
}
