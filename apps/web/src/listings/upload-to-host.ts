import { loadConfig } from '../app/config.ts'
import { uploadPicture } from './upload-picture.ts'

/** Sends a picture to the image host that the site is configured with. */
export async function uploadToHost(file: File, onProgress: (percent: number) => void): Promise<string> {
  const { imageHost } = await loadConfig()
  return uploadPicture(file, { uploadUrl: imageHost.uploadUrl, onProgress })
}
