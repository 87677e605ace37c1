import * as z from 'zod/mini'

/** A picture to show: its address, and the smaller renditions that its host offers (`srcset`), when it does. */
export const Picture = z.object({ url: z.string(), srcSet: z.optional(z.string()) })
export type Picture = z.infer<typeof Picture>
