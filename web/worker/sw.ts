import { takePushes } from './push.ts';

takePushes();
