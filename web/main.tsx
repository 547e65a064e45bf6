import './ui/theme.css';

/** Asks for nothing before the page that the server wrote has been seen. */
async function main(): Promise<void> {
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no #root.');
  const isWritten = root.firstElementChild !== null;
  if (isWritten) await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
  const { start } = await import('./start.tsx');
  await start(root);
}

void main();
