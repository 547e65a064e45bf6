import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';

/** What comes after it makes a guess no easier, and would take long to look at. */
const MOST = 100;

const estimator = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });

/** From 0, guessed at once, to 4, guessed by nobody; what is `known` of the person counts as a common word. */
export const estimateStrength = (password: string, known: string[]): number =>
  estimator.check(password.slice(0, MOST), known).score;
