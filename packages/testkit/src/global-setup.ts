import { readSharedServers, shareServers } from './env.ts'
import { startServers } from './servers.ts'

/** A vitest `globalSetup`: one PostgreSQL, one identity and one mail sandbox for the whole run, whichever project comes first. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (readSharedServers()) return
  const { servers, stop } = await startServers()
  shareServers(servers)
  return stop
}
