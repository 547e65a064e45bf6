const host: string = (import.meta.env.VITE_API_HOST ?? '').replace(/\/+$/, '');

/** An address on the backend, which is this origin unless the app was built for another one. */
export function backend(path: string): string;
export function backend(path: string | null | undefined): string | null;
export function backend(path: string | null | undefined): string | null {
  if (!path) return null;
  return /^(https?:|data:|blob:)/.test(path) ? path : `${host}${path}`;
}
