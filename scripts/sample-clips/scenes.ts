import type { Scene } from './draw.ts';
import { careScenes } from './scenes/care.ts';
import { homeScenes } from './scenes/home.ts';
import { landScenes } from './scenes/land.ts';
import { nextScenes } from './scenes/next.ts';
import { workScenes } from './scenes/work.ts';

export const scenes: Scene[] = [...landScenes, ...workScenes, ...homeScenes, ...careScenes, ...nextScenes];
