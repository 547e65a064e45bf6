/** `work`, one run at a time: calls during a run trigger one more, and don't wait for it. */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let isRunning = false;
  let isAgain = false;
  return async () => {
    isAgain = true;
    if (isRunning) return;
    isRunning = true;
    try {
      while (isAgain) {
        isAgain = false;
        await work();
      }
    } finally {
      isRunning = false;
    }
  };
}
