/**
 * Gives a player its source: the ladder (HLS) where the browser plays it itself or through hls.js, which is fetched
 * only then; otherwise, and whenever the ladder fails, the plain file. Returns what undoes it.
 */
export function attachLadder(player: HTMLVideoElement, ladder: string | null, file: string): () => void {
  if (!ladder || !('MediaSource' in window)) {
    player.src = ladder && player.canPlayType('application/vnd.apple.mpegurl') ? ladder : file;
    return () => release(player);
  }
  let gone = false;
  let undo = (): void => release(player);
  void import('hls.js/light')
    .then(({ default: Hls }) => {
      if (gone) return;
      const hls = new Hls({
        enableWorker: false,
        capLevelToPlayerSize: true,
        maxBufferLength: 20,
        backBufferLength: 30,
      });
      undo = () => hls.destroy();
      hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
        if (!fatal) return;
        const at = player.currentTime;
        hls.destroy();
        player.src = file;
        player.currentTime = at;
        undo = () => release(player);
      });
      hls.loadSource(ladder);
      hls.attachMedia(player);
    })
    .catch(() => {
      if (!gone) player.src = file;
    });
  return () => {
    gone = true;
    undo();
  };
}

function release(player: HTMLVideoElement): void {
  player.removeAttribute('src');
  player.load();
}
