import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startImageHost } from '@second-ring/sandbox/image-host/start-image-host'

/** Starts an image host with a folder of its own; `publicUrl` is what stands before the paths that it answers. */
export async function startPictures(of: {
  key: string
  publicUrl: string
}): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'second-ring-pictures-'))
  const host = await startImageHost({ dataDir, ...of })
  return {
    url: host.url,
    async stop() {
      await host.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
