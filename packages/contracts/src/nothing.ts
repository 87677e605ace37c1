import * as z from 'zod/mini'

/** The input of a call that takes none. */
export const Nothing = z.void()
