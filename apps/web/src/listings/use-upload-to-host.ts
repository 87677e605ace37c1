import { useSession } from '#session/session-context.ts'
import { uploadToHost } from './upload-to-host.ts'
import type { Upload } from './use-picture-upload.ts'

/** Sends pictures to the image host as whoever is signed in. */
export function useUploadToHost(): Upload {
  const session = useSession()
  return (file, progress) => uploadToHost(file, progress, session)
}
