import { shareServers } from './env.ts'
import { startServers } from './servers.ts'

/** A vitest `globalSetup`: one PostgreSQL and one identity sandbox for the whole run. */
export default async function setup(): Promise<() => Promise<void>> {
  const { servers, stop } = await startServers()
  shareServers(servers)
  return stop
}
