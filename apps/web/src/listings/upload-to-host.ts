import { loadConfig } from '#api-client/config.ts'
import type { Session } from '#session/session.ts'
import { redrawPicture } from './redraw-picture.ts'
import { UploadRejected, uploadPicture } from './upload-picture.ts'
import type { UploadProgress } from './use-upload-to-host.ts'

type Bearer = Pick<Session, 'accessToken' | 'renewRefused'>

/**
 * Sends a picture to the image host that the site is configured with, as the account that is signed in where the site is
 * the host itself. Another site never gets the bearer.
 */
export async function uploadToHost(file: File, progress: UploadProgress, session: Bearer): Promise<string> {
  const { uploadUrl } = (await loadConfig()).imageHost
  const picture = await redrawPicture(file)
  const send = (token: string | null) => uploadPicture(picture, { uploadUrl, token, ...progress })
  const token = isOwn(uploadUrl) ? await session.accessToken() : null
  try {
    return await send(token)
  } catch (error) {
    if (!token || !(error instanceof UploadRejected) || error.status !== 401) throw error
    await session.renewRefused(token)
    const renewed = await session.accessToken()
    if (!renewed) throw error
    return send(renewed)
  }
}

function isOwn(uploadUrl: string): boolean {
  return new URL(uploadUrl, window.location.href).origin === window.location.origin
}
