import type { Slice } from '#server/app/slice.ts';
import { mailWithdrawalLink, sweepWithdrawals } from './withdrawals.jobs.ts';
import { withdrawalsRoutes } from './withdrawals.routes.ts';

export const withdrawalsSlice: Slice = {
  routes: [withdrawalsRoutes],
  jobs: [mailWithdrawalLink, sweepWithdrawals],
};
