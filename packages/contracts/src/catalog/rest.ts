import * as z from 'zod/mini'
import { Id } from '../ids.ts'

export const RestCategories = z.array(z.object({ _id: z.string(), name: z.string(), image: z.string() }))
export const IdParams = z.object({ id: Id })
