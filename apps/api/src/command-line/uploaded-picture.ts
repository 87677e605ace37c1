import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import * as z from 'zod/mini'
import { uploadUrlOf } from '#adapters/images/choose-image-host.ts'
import type { PictureEnv } from '#env.ts'

const UPLOAD_TIMEOUT_MS = 60_000

const Taken = z.object({ success: z.literal(true), data: z.object({ url: z.string() }) })
const Refused = z.object({ error: z.object({ message: z.string() }) })

/**
 * The image host's address of a picture: of a file it is sent there first, as the browser does.
 * @param picture a file, or an address of the image host
 * @throws Error when the file cannot be read, or the host does not take it
 */
export async function uploadedPicture(picture: string, env: PictureEnv): Promise<string> {
  if (/^https?:\/\//.test(picture)) return picture
  const form = new FormData()
  form.set('image', new Blob([await readFile(picture)]), basename(picture))
  const url = new URL(uploadUrlOf(env), env.PUBLIC_URL)
  const response = await fetch(url, { method: 'POST', body: form, signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS) })
  const answer: unknown = await response.json().catch(() => null)
  const taken = Taken.safeParse(answer).data
  if (taken) return taken.data.url
  const reason = Refused.safeParse(answer).data?.error.message ?? `it answered ${response.status}`
  throw new Error(`The image host at ${url.origin} did not take ${picture}: ${reason}`)
}
