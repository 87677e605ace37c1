import * as z from 'zod/mini'

/**
 * A picture to show: its address, and what else its host offers of it, when it does: smaller renditions (`srcset`), the same
 * as AVIF, and a thumbhash in base64, of which a blurred preview is drawn.
 */
export const Picture = z.object({
  url: z.string(),
  srcSet: z.optional(z.string()),
  avifSrcSet: z.optional(z.string()),
  thumbhash: z.optional(z.string()),
})
export type Picture = z.infer<typeof Picture>

/** The address that the image host gave for an uploaded picture; which those are is the host's to say. */
export const ImageUrl = z.string().check(z.minLength(1), z.maxLength(2000))
