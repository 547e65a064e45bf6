import { t } from '@lingui/core/macro';
import { Component } from 'react';
import type { ReactNode } from 'react';
import { ErrorState } from '#web/ui/lists/States.tsx';
import { endHydration } from '#web/ui/hydration.ts';
import { ofTab } from '#web/ui/storage.ts';

/** The page that this tab loaded anew last. */
const LOADED_ANEW = 'loadedAnew';
const STAYED_MS = 5000;

interface State {
  phase: 'whole' | 'broken' | 'told';
}

/** Loads a page that broke anew, once, where the server is there. False: that is no use. */
async function loadAnew(): Promise<boolean> {
  const { pathname } = location;
  if (ofTab.get(LOADED_ANEW) === pathname) return false;
  const isThere = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isThere || location.pathname !== pathname) return false;
  ofTab.set(LOADED_ANEW, pathname);
  location.reload();
  return true;
}

/**
 * Keeps header and footer standing when a page breaks or its code can't be fetched. After a new version of the site the
 * code that a tab of the old one asks for is gone: the page is loaded anew by itself, and says what is wrong only if that
 * doesn't help.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { phase: 'whole' };

  static getDerivedStateFromError(): State {
    return { phase: 'broken' };
  }

  override componentDidCatch(): void {
    // somebody may stay, for an upload that is under way
    void loadAnew().then((isLoading) => setTimeout(() => this.#tell(), isLoading ? STAYED_MS : 0));
  }

  #tell(): void {
    // a page that broke at once belongs to its scripts as well: else no press comes through
    this.setState({ phase: 'told' }, endHydration);
  }

  override render(): ReactNode {
    switch (this.state.phase) {
      case 'whole':
        return this.props.children;
      case 'broken':
        return <div className="min-h-dvh" />;
      case 'told':
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
}
