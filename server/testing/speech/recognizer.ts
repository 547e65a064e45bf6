import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Whether Debian's pocketsphinx is installed (tools/test-programs.ts). */
export const hasRecognizer =
  spawnSync('which', ['pocketsphinx_continuous']).status === 0 &&
  existsSync('/usr/share/pocketsphinx/model/en-us');
