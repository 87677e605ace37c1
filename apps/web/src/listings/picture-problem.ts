import { CHOSEN_PICTURE_MAX_BYTES } from '@second-ring/contracts/limits'

// HEIC is left out on purpose: a phone that is asked for these converts its photos itself.
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']

/** Why a file is no picture to upload; undefined when it may be one. The image host has the last word. */
export function pictureProblem(file: { type: string; size: number }): string | undefined {
  if (file.size === 0) return 'This file is empty'
  // A file without a type is the host's to judge; it looks at the bytes.
  if (file.type && !PICTURE_TYPES.includes(file.type)) return 'Choose a JPEG, PNG, WebP or AVIF picture'
  if (file.size > CHOSEN_PICTURE_MAX_BYTES)
    return `Choose a picture of at most ${CHOSEN_PICTURE_MAX_BYTES / 1024 / 1024} MB`
  return undefined
}
