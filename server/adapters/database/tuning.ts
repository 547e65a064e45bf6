/**
 * Settings of the embedded server: durable (fsync, full pages) and small, since it shares a small machine with
 * the application. Everything may be changed through `DatabaseServerOptions.settings`.
 */
const SETTINGS: Record<string, string> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '100',
  shared_buffers: '48MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '48MB',
  huge_pages: 'off',
  // Reads from a warm cache gain nothing from I/O workers or parallel plans, and each process costs memory.
  io_method: 'sync',
  max_worker_processes: '1',
  max_parallel_workers: '0',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  max_logical_replication_workers: '0',
  autovacuum_max_workers: '2',
  autovacuum_worker_slots: '2',
  jit: 'off',
  random_page_cost: '1.1',
  // `replica` is required by pg_backup_start.
  wal_level: 'replica',
  max_wal_senders: '0',
  // of what an earlier release left behind, the disk must not fill
  idle_replication_slot_timeout: '30min',
  max_wal_size: '512MB',
  checkpoint_timeout: '15min',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
  log_min_messages: 'warning',
};

/** A folder as `unix_socket_directories` reads it: a list, so a path with a comma or a quote needs quoting. */
function quoteFolder(folder: string): string {
  return `"${folder.replaceAll('"', '""')}"`;
}

export function serverArguments(
  data: string,
  socketDir: string,
  extra: Record<string, string> = {},
): string[] {
  const all = { ...SETTINGS, unix_socket_directories: quoteFolder(socketDir), ...extra };
  return ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
