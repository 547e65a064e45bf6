import { goldenHour } from '../films/golden-hour.ts';
import { slowCoffee } from '../films/slow-coffee.ts';
import { steadyHand } from '../films/steady-hand.ts';
import type { Film } from './film.ts';

export const films: Film[] = [goldenHour, steadyHand, slowCoffee];
