import { t } from '@lingui/core/macro';

/** The connection is named only when the browser itself is offline: anything else may be the server's fault. */
export function tryAgain(): string {
  // the server has a navigator, but no `onLine`
  return navigator.onLine === false ? t`Please check your connection and try again.` : t`Please try again.`;
}
