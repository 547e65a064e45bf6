import { useSyncExternalStore } from 'react';
import { SENSITIVE_CHOICES, type SensitiveChoice } from '#contract/videos/labels.ts';
import type { Video } from '#contract/videos/videos.ts';
import { createStore } from '#web/ui/store.ts';
import { localStore } from '#web/ui/storage.ts';
import { useMe } from './session/me.ts';
import { getToken } from './session/session.ts';

const KEY = 'sensitive';
const changes = createStore(0);
const guestsChoice = (): SensitiveChoice =>
  SENSITIVE_CHOICES.find((choice) => choice === localStore.get(KEY)) ?? 'BLUR';

/** This viewer's choice for sensitive videos; server-rendered pages blur them. A guest's choice stays in the browser. */
export function useSensitive(): SensitiveChoice {
  const { me, signedIn } = useMe();
  const choice = useSyncExternalStore(changes.watch, guestsChoice, () => 'BLUR' as const);
  return signedIn ? (me?.sensitive ?? 'BLUR') : choice;
}

export function chooseAsGuest(choice: SensitiveChoice): void {
  localStore.set(KEY, choice);
  changes.set(changes.get() + 1);
}

type Labelled = Pick<Video, 'labels'>;

export const useBlurs = ({ labels }: Labelled): boolean => useSensitive() !== 'SHOW' && labels.sensitive;

/** A guest's lists leave it out; the server does so for members. */
export const isHiddenFromGuest = ({ labels }: Labelled): boolean =>
  labels.sensitive && getToken() === null && guestsChoice() === 'HIDE';

export function useHidesSensitive(): (video: Labelled) => boolean {
  const { signedIn } = useMe();
  const hides = useSensitive() === 'HIDE' && !signedIn;
  return ({ labels }) => hides && labels.sensitive;
}

/** With only its blurred placeholder as a picture. */
export const blurred = <V extends Pick<Video, 'thumbnail' | 'placeholder'>>(video: V): V => ({
  ...video,
  thumbnail: video.placeholder,
});
