import path from 'node:path'
import { closeServer, listen, reachableHost } from '@second-ring/server-process/listen'
import { createDecoders } from '../decoder/decoders.ts'
import { openIncomingFiles } from '../incoming-files.ts'
import { buildImageHost } from './build-image-host.ts'
import { openFolderPictureStore } from './folder-picture-store.ts'

export type ImageHostOptions = {
  /** 0, the default, picks a free one. */
  port?: number
  host?: string
  /** The folder of the pictures. */
  dataDir: string
  /** What stands before `/images/…` in the answers: an origin, or '' for paths. By default this server's own address. */
  publicUrl?: string
  /** The key that uploads carry; public by its nature, for the browser sends it. */
  key: string
  /** Milliseconds that one upload may take; nothing arriving for a fifth of it ends one too. */
  uploadTimeout?: number
}

export type ImageHostServer = { url: string; stop(): Promise<void> }

/**
 * Starts the image host: `POST /1/upload?key=` with the file field `image`, and `GET /images/<name>`.
 * Throws an Error of one line when the port is taken.
 */
export const startImageHost = async (options: ImageHostOptions): Promise<ImageHostServer> => {
  const { port = 0, host = '127.0.0.1', dataDir, key, uploadTimeout = 120_000 } = options
  let url = ''
  const aside = path.join(dataDir, '.incoming')
  const decoders = createDecoders()
  const app = await buildImageHost({
    store: await openFolderPictureStore(dataDir, aside),
    incoming: await openIncomingFiles(aside),
    decoders,
    key,
    publicUrl: () => options.publicUrl?.replace(/\/+$/, '') ?? url,
    uploadTimeout,
    // By the word of the product's server, through which uploads come.
    senderOf: ({ headers }) => ({ address: `${headers['x-forwarded-for']}`, account: `${headers['x-uploader']}` }),
  })
  await app.ready()
  url = `http://${reachableHost(host)}:${await listen(app.server, port, host)}`
  return {
    url,
    stop: async () => {
      await closeServer(app.server)
      await app.close()
      decoders.stop()
    },
  }
}
