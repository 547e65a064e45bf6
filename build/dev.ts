import { spawn } from 'node:child_process';

// The server starts again when its code changes; Vite reloads the pages and passes the API's calls on to the server.
const parts = [
  spawn(process.execPath, ['--watch-preserve-output', '--watch', 'server/main.ts'], { stdio: 'inherit' }),
  spawn('vite', [], { stdio: 'inherit', shell: process.platform === 'win32' }),
];
const stop = () => parts.forEach((part) => part.kill('SIGTERM'));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
// one without the other is of no use
for (const part of parts) part.on('exit', stop);
