/** `work`, one run at a time: calls that come meanwhile have it run once more, and don't wait for that. */
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
