import { t } from '@lingui/core/macro';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { backups } from '#contract/backups/backups.ts';
import { call } from '#web/app/client/call.ts';
import { downloadFile } from '#web/app/client/call-file.ts';
import { toast } from '#web/ui/dialogs/toast.ts';

const EVERY_MS = 10_000;

const backupsQuery = queryOptions({
  queryKey: ['admin', 'backups'],
  queryFn: () => call(backups.state),
  refetchInterval: EVERY_MS,
});
export const useBackups = () => useQuery(backupsQuery);

export function useStartBackup() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(backups.start),
    onSuccess: () => toast(t`Your backup will start shortly`, { text: t`Track it in Jobs.` }),
    onSettled: () => client.invalidateQueries(backupsQuery),
  });
}

export const useDownloadBackup = () => useMutation({ mutationFn: () => downloadFile(backups.newest) });
