import { t } from '@lingui/core/macro';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { backups } from '#contract/backups/backups.ts';
import { call } from '#web/app/client/call.ts';
import { useChange } from '#web/app/client/change.ts';
import { downloadFile } from '#web/app/client/call-file.ts';
import { toast } from '#web/ui/dialogs/toast.ts';

const EVERY_MS = 10_000;

const backupsQuery = queryOptions({
  queryKey: ['admin', 'backups'],
  queryFn: () => call(backups.state),
  refetchInterval: EVERY_MS,
});
export const useBackups = () => useQuery(backupsQuery);

export const useStartBackup = () =>
  useChange(() => call(backups.start), {
    refetch: [backupsQuery.queryKey],
    onSuccess: () => toast(t`Your backup will start shortly`, { text: t`Track it in Jobs.` }),
  });

export const useDownloadBackup = () => useMutation({ mutationFn: () => downloadFile(backups.newest) });
