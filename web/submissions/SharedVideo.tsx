import { t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { SHARED_CACHE, SHARED_VIDEO } from '#contract/site/offline-names.ts';
import { canUpload } from '#web/app/capabilities.ts';
import { useMe } from '#web/app/session/me.ts';
import { paths } from '#web/app/paths.ts';
import { useToken } from '#web/app/session/session.ts';
import { canSaveOffline } from '#web/app/worker.ts';
import { useNavigate } from 'react-router';
import { useAddressSearch } from '#web/app/address-search.ts';
import { localStore } from '#web/ui/storage.ts';
import { toast } from '#web/ui/dialogs/toast.ts';
import { openUpload } from './opened-upload.ts';

/** Set with the video, so that only browsers that have one look for it. */
const MESSAGE_KEY = 'sharedFilm';
const DAY_MS = 24 * 3600 * 1000;

/** A video shared from another app to the installed site opens in the upload dialog; signing in may come first. */
export function SharedVideo() {
  const [search, setSearch] = useAddressSearch();
  const navigate = useNavigate();
  const token = useToken();
  const { me } = useMe();
  const hasCome = search.get('shared') === 'film';
  useEffect(() => {
    if (!hasCome) return;
    localStore.set(MESSAGE_KEY, 'waiting');
    setSearch(() => ({}), { replace: true });
    if (token !== null) return;
    toast(t`Sign in to upload your video`, {
      kind: 'info',
      text: t`It’s saved on this device until then.`,
    });
    void navigate(paths.login());
  }, [hasCome, setSearch, navigate, token]);
  useEffect(() => {
    if (!me || localStore.get(MESSAGE_KEY) === null) return;
    localStore.remove(MESSAGE_KEY);
    void takeSharedVideo().then((sharedVideo) => {
      if (!sharedVideo) return;
      if (canUpload(me)) openUpload(me.id, null, sharedVideo);
      else
        toast(t`Upload Access Required`, {
          kind: 'bad',
          text: t`Contact admin to upgrade your account to Content Creator.`,
        });
    });
  }, [me, hasCome]);
  return null;
}

/** Removes it from the browser's storage. Null: there is none, or it is older than a day. */
async function takeSharedVideo(): Promise<{ file: File; title: string } | null> {
  if (!canSaveOffline()) return null;
  const response = await caches.match(SHARED_VIDEO, { cacheName: SHARED_CACHE });
  if (!response) return null;
  const header = (name: string): string => decodeURIComponent(response.headers.get(name) ?? '');
  const isOld = Number(header('x-kept-at')) < Date.now() - DAY_MS;
  const content = isOld ? null : await response.blob();
  const file = content && new File([content], header('x-name') || 'film.mp4', { type: content.type });
  await caches.delete(SHARED_CACHE);
  return file && { file, title: header('x-title') };
}
