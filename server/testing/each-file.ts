import { stopWhatRuns } from './running.ts';

stopWhatRuns();
