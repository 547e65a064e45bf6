import type { FocusEvent, KeyboardEvent, MouseEvent, PointerEvent, ReactNode } from 'react';

export interface Chapter {
  start: number;
  end: number;
  title: string;
}

export interface PlayableVideo {
  title: string;
  /** Addresses, ready to be fetched. */
  file: string;
  /** What a phone begins with, where the server wrote the page. */
  phoneFile?: string;
  ladder: string | null;
  /** Its frames are read, for pictures. */
  readsFrames?: boolean;
  poster: string | null;
  backdrop: string | null;
  /** Short enough to begin with the file: the ladder is for who chooses a size. */
  startsAsFile: boolean;
  /** Stills for winding, as WebVTT. */
  storyboard: string | null;
  captions: { url: string; language: string; label: string; kind: 'captions' | 'subtitles' }[];
  /** Parts with names of their own, in seconds. */
  chapters?: Chapter[];
  /** Asks for the addresses again; they are given once they are known. */
  renew?: () => void;
  /** The shape, as an SVG has it: `0 0 width height`. */
  viewBox: string;
}

/** What the controls do with what happens on the player. */
export interface PlayerHandlers {
  onPointerMove: (event: PointerEvent) => void;
  onPointerLeave: (event: PointerEvent) => void;
  onFocus: (event: FocusEvent) => void;
  onBlur: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  picture: {
    onPointerDown: (event: PointerEvent) => void;
    onClick: (event: MouseEvent<HTMLElement>) => void;
    onDoubleClick: () => void;
  };
}

/** What a video is worked by: a bar that only plays and pauses until ours is there, where the server wrote the page. */
export type Controls = 'written' | 'none' | 'own' | 'browser';

/** What a page shows in the upper corner of the picture, off captions and controls. */
export type Corner = (video: HTMLVideoElement) => ReactNode;
