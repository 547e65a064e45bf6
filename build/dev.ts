import { spawn } from 'node:child_process';

// The server restarts when its code changes; Vite reloads the pages and proxies API calls to the server. Vite's address
// is the one to open: the server prints it, and Vite prints errors only.
const port = process.env['DEV_PORT'] ?? '5173';
const PUBLIC_URL = `http://localhost:${port}`;
const parts = [
  spawn(process.execPath, ['--watch-preserve-output', '--watch', 'server/main.ts'], {
    stdio: 'inherit',
    env: { ...process.env, PUBLIC_URL },
  }),
  spawn('vite', ['--port', port, '--strictPort', '--logLevel', 'warn'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  }),
];
const stop = () => parts.forEach((part) => part.kill('SIGTERM'));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
// one without the other is of no use
for (const part of parts) part.on('exit', stop);
