/** Of a development machine: small, quick to start, only on loopback, in UTC. Data survive a kill of the server. */
const development = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  jit: 'off',
  max_wal_size: '1GB',
  checkpoint_timeout: '15min',
  log_checkpoints: 'off',
}

/** For data that may be lost with a kill: tests. */
const forgetful = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

export const serverSettings = (durable: boolean, own: Record<string, string> = {}): string[] =>
  Object.entries({ ...development, ...(durable ? {} : forgetful), ...own }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
