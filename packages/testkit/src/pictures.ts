import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startImageHost } from '@second-ring/pictures/image-host/start-image-host'

/** Starts an image host with a folder of its own; `publicUrl` is what stands before the paths that it answers. */
export async function startPictures({
  uploadTimeout,
  ...of
}: {
  key: string
  publicUrl: string
  uploadTimeout?: number | undefined
}): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'second-ring-pictures-'))
  const host = await startImageHost({ dataDir, ...of, ...(uploadTimeout !== undefined && { uploadTimeout }) })
  return {
    url: host.url,
    async stop() {
      await host.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
