/** The library of passkeys, fetched on first use. */
export const webauthn = () => import('@simplewebauthn/browser');
