import { t } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { forget, storeChunk, createRecording } from './recordings.ts';

export type RecorderState = 'asking' | 'preview' | 'recording' | 'stopped' | 'rejected';

const TYPES = ['video/webm;codecs=vp8,opus', 'video/webm', 'video/mp4'];
/** 720p: five minutes stay under the limit. */
const cameraOf = (facing: Facing): MediaStreamConstraints => ({
  video: { width: { ideal: 1280 }, height: { ideal: 720 }, facingMode: facing },
  audio: true,
});
/** Which camera of a phone is used: front or back. */
export type Facing = 'user' | 'environment';
const CHUNK_MS = 1000;
/** Videos are under 10 minutes: a longer recording would be rejected. */
export const MAX_RECORDING_SEC = 595;
/** Counted down before it begins. */
const COUNTED = 3;

export interface Recording {
  file: File;
  url: string;
  seconds: number;
  /** Of its picture, in pixels; null where that isn't known before it plays. */
  width: number | null;
  height: number | null;
  /** Its key in browser storage until it is sent or discarded. */
  recordingId: string | null;
}

/** The device's camera: preview, recording, stopped. The camera is released on unmount. */
export function useRecorder(
  onRecorded: (recording: Recording) => void,
  sizeOf: () => Pick<Recording, 'width' | 'height'>,
) {
  const [state, setState] = useState<RecorderState>('asking');
  const [problem, setProblem] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const [facing, setFacing] = useState<Facing>('user');
  const recorder = useRef<MediaRecorder | null>(null);
  const stop = (): void => {
    if (recorder.current?.state === 'recording') recorder.current.stop();
  };
  const reject = (why: string): void => {
    setProblem(why);
    setState('rejected');
  };
  const [stream, setStream] = useCamera(round, facing, {
    onOpen: () => setState('preview'),
    onFailure: (error) => reject(explainCamera(error)),
    onLeave: stop,
  });
  const seconds = useSeconds(state === 'recording', stop);

  const begin = (): void => {
    if (!stream) return;
    recorder.current = runRecorder(stream, (done) => {
      const recording = { ...done, ...sizeOf() };
      stopTracks(stream);
      setStream(null);
      if (recording.file.size === 0) {
        dropRecording(recording);
        reject(t`Nothing was recorded. Make sure no other app is using the camera, then try again.`);
        return;
      }
      setState('stopped');
      onRecorded(recording);
    });
    setState('recording');
  };
  const { left, count } = useCountdown(begin);
  /** Back to the preview. */
  const again = (): void => {
    setProblem(null);
    setState('asking');
    setRound(round + 1);
  };
  const flip = (): void => {
    setFacing(facing === 'user' ? 'environment' : 'user');
    again();
  };
  return { state, problem, seconds, stream, left, facing, record: count, stop, again, flip };
}

/** Three, two, one; null while inactive. */
function useCountdown(onZero: () => void) {
  const [left, setLeft] = useState<number | null>(null);
  const zero = useEffectEvent(onZero);
  useEffect(() => {
    if (left === null) return undefined;
    const timer = setTimeout(() => {
      setLeft(left > 1 ? left - 1 : null);
      if (left === 1) zero();
    }, 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return { left, count: () => setLeft(COUNTED) };
}

/** Whether there is a camera to change to; known once one was allowed. */
export function useSeveralCameras(stream: MediaStream | null): boolean {
  const [several, setSeveral] = useState(false);
  useEffect(() => {
    if (!stream) return;
    void navigator.mediaDevices.enumerateDevices().then(
      (devices) => setSeveral(devices.filter(({ kind }) => kind === 'videoinput').length > 1),
      () => undefined,
    );
  }, [stream]);
  return several;
}

/** The camera's stream while the component is mounted; each `round` requests it again. */
function useCamera(
  round: number,
  facing: Facing,
  on: { onOpen: () => void; onFailure: (error: unknown) => void; onLeave: () => void },
) {
  const [stream, setStream] = useState<MediaStream | null>(null);
  const onOpen = useEffectEvent((camera: MediaStream) => {
    setStream(camera);
    on.onOpen();
  });
  const onFailure = useEffectEvent(on.onFailure);
  const onLeave = useEffectEvent(on.onLeave);
  useEffect(() => {
    let isUnmounted = false;
    let opened: MediaStream | null = null;
    void openCamera(cameraOf(facing)).then(
      (camera) => {
        opened = camera;
        if (isUnmounted) stopTracks(camera);
        else onOpen(camera);
      },
      (error: unknown) => onFailure(error),
    );
    return () => {
      isUnmounted = true;
      onLeave();
      if (opened) stopTracks(opened);
    };
  }, [round, facing]);
  return [stream, setStream] as const;
}

/** How long it has been recording; `onFull` when it is as long as a video may be. */
function useSeconds(recording: boolean, onFull: () => void): number {
  const [seconds, setSeconds] = useState(0);
  const full = useEffectEvent(onFull);
  useEffect(() => {
    if (!recording) return;
    const since = performance.now();
    const timer = setInterval(() => {
      const passed = (performance.now() - since) / 1000;
      setSeconds(passed);
      if (passed >= MAX_RECORDING_SEC) full();
    }, 250);
    return () => {
      clearInterval(timer);
      setSeconds(0);
    };
  }, [recording]);
  return seconds;
}

async function openCamera(camera: MediaStreamConstraints): Promise<MediaStream> {
  if (!navigator.mediaDevices || typeof MediaRecorder === 'undefined')
    throw new DOMException('', 'NotSupportedError');
  return navigator.mediaDevices.getUserMedia(camera).catch((error: unknown) => {
    // a camera without a microphone counts as not found: a silent recording is better than none
    if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error;
    return navigator.mediaDevices.getUserMedia({ ...camera, audio: false });
  });
}

type Recorded = Omit<Recording, 'width' | 'height'>;

function runRecorder(stream: MediaStream, onDone: (recording: Recorded) => void): MediaRecorder {
  const type = TYPES.find((each) => MediaRecorder.isTypeSupported(each)) ?? '';
  const recorder = new MediaRecorder(stream, {
    ...(type && { mimeType: type }),
    videoBitsPerSecond: 2_500_000,
  });
  const chunks: Blob[] = [];
  const since = performance.now();
  const elapsed = (): number => (performance.now() - since) / 1000;
  // Storing is best effort: without space the recording continues.
  let saving: Promise<string | null> = createRecording(recorder.mimeType).catch(() => null);
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size === 0) return;
    chunks.push(data);
    saving = saving.then(async (id) => {
      if (id) await storeChunk(id, data, elapsed()).catch(() => undefined);
      return id;
    });
  });
  recorder.addEventListener('stop', () => {
    const seconds = elapsed();
    const file = recordingFile(chunks, recorder.mimeType);
    void saving.then((recordingId) => onDone({ file, url: URL.createObjectURL(file), seconds, recordingId }));
  });
  recorder.start(CHUNK_MS);
  return recorder;
}

export function recordingFile(chunks: Blob[], mimeType: string): File {
  const type = mimeType.split(';')[0] || 'video/webm';
  return new File(chunks, type === 'video/mp4' ? 'recording.mp4' : 'recording.webm', { type });
}

/** Gives the memory back, and the browser's copy with it. */
export function dropRecording(recording: Recording): void {
  URL.revokeObjectURL(recording.url);
  if (recording.recordingId) void forget(recording.recordingId).catch(() => undefined);
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function explainCamera(error: unknown): string {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError')
    return t`Camera access is blocked for this site. Allow it in the address bar, then try again.`;
  if (name === 'NotFoundError') return t`No camera was found. Connect one, or choose a file instead.`;
  if (name === 'NotReadableError') return t`Another app is using the camera. Close it, then try again.`;
  return t`This browser can’t record video. Please choose a file instead.`;
}
