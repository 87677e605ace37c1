import { loadChunk } from '#api-client/load-chunk.ts'
import { useSession } from '#session/session-context.ts'

export interface UploadProgress {
  /** Told how much has been sent, from 0 to 100. */
  onProgress: (percent: number) => void
  /** Aborted when the page is left: the upload stops. */
  signal: AbortSignal
}

/** Sends a picture to the image host; resolves to its address. */
export type Upload = (file: File, progress: UploadProgress) => Promise<string>

/** Sends pictures to the image host as whoever is signed in. */
export function useUploadToHost(): Upload {
  const session = useSession()
  return async (file, progress) => {
    const { uploadToHost } = await loadChunk(() => import('./upload-to-host.ts'))
    return uploadToHost(file, progress, session)
  }
}
