import { t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { SHARED_CACHE, SHARED_FILM } from '#contract/site/offline-names.ts';
import { canUpload } from '#web/app/capabilities.ts';
import { useMe } from '#web/app/session/me.ts';
import { paths } from '#web/app/paths.ts';
import { useToken } from '#web/app/session/session.ts';
import { canKeep } from '#web/app/worker.ts';
import { useNavigate } from 'react-router';
import { useAddressSearch } from '#web/app/address-search.ts';
import { lasting } from '#web/ui/storage.ts';
import { toast } from '#web/ui/dialogs/toast.ts';
import { openUpload } from './opened-upload.ts';

/** Kept with the film: nobody else's browser is asked whether there is one. */
const NOTE = 'sharedFilm';
const DAY_MS = 24 * 3600 * 1000;

/** A film that another app handed over to the installed site goes into the upload dialog; signing in may come first. */
export function SharedFilm() {
  const [search, setSearch] = useAddressSearch();
  const navigate = useNavigate();
  const token = useToken();
  const { me } = useMe();
  const hasCome = search.get('shared') === 'film';
  useEffect(() => {
    if (!hasCome) return;
    lasting.set(NOTE, 'waiting');
    setSearch(() => ({}), { replace: true });
    if (token !== null) return;
    toast(t`Sign in to upload your film`, {
      kind: 'info',
      text: t`It is kept on this device until then.`,
    });
    void navigate(paths.login());
  }, [hasCome, setSearch, navigate, token]);
  useEffect(() => {
    if (!me || lasting.get(NOTE) === null) return;
    lasting.remove(NOTE);
    void takeFilm().then((film) => {
      if (!film) return;
      if (canUpload(me)) openUpload(me.id, null, film);
      else
        toast(t`Upload Access Required`, {
          kind: 'bad',
          text: t`Contact admin to upgrade your account to Content Creator.`,
        });
    });
  }, [me, hasCome]);
  return null;
}

/** It is gone from the browser's keeping afterwards; null: there is none, or it is older than a day. */
async function takeFilm(): Promise<{ file: File; title: string } | null> {
  if (!canKeep()) return null;
  const kept = await caches.match(SHARED_FILM, { cacheName: SHARED_CACHE });
  if (!kept) return null;
  const word = (name: string): string => decodeURIComponent(kept.headers.get(name) ?? '');
  const isOld = Number(word('x-kept-at')) < Date.now() - DAY_MS;
  const content = isOld ? null : await kept.blob();
  const file = content && new File([content], word('x-name') || 'film.mp4', { type: content.type });
  await caches.delete(SHARED_CACHE);
  return file && { file, title: word('x-title') };
}
