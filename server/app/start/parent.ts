const LOOK_MS = 250;

/**
 * `npm start` runs us below a shell. A signal to npm ends npm and the shell but never reaches us, so `stop` is called
 * once the parent is gone. Processes not started by npm outlive their parent, as a service should.
 */
export function followNpm(stop: () => void, environment = process.env): void {
  if (environment['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, LOOK_MS);
  timer.unref();
}
