import { goldenHour } from '../films/golden-hour.ts';
import type { Film } from './film.ts';

export const films: Film[] = [goldenHour];
